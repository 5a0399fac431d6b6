// What the parts of the page share: names of games and rules, intervals, and grey bars where figures will be.
import {html, t, number, known} from "../base.mjs";

export const FEW = 100; // with fewer decisions nothing is said

/** The rules of a game in a few words: the name of the preset, and what is different. */
export function rulesName(game, rules) {
  const [preset, options = ""] = rules.split(":"), key = `preset_${game}_${preset}`;
  const more = options.split(",").filter(option => option && !option.startsWith("removed=")).map(option => option === "players=3" ? t("me_three") : option);
  return [known(key) ? t(key) : "", ...more].filter(Boolean).join(", ");
}
export const groupName = ({game, rules}) => [t("game_" + game), rulesName(game, rules)].filter(Boolean).join(", ");
/** "± 0.05"; nothing where a single hand is all there is. */
export const plusMinus = ({mean, high}, digits = 2) => high === null ? "" : `± ${number(high - mean, digits)}`;

export const Grey = ({rows}) => html`<div class="grey" aria-busy="true">${Array.from({length: rows}, (_, i) => html`<i key=${i} class="greybar"></i>`)}</div>`;
