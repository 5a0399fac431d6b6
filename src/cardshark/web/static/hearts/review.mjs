// The words of a reviewed hand of Hearts: points are what a hand cost.
import {html, t} from "../base.mjs";
import {Choice, choiceName, isCard, points} from "../panels.mjs";

export const review = {
  star: "QS", // the card that everybody fears
  sign: 1, // points are counted as what a hand cost
  range: [0, 10], // points that the histogram shows in any case
  hasTricks: true,
  chartTitle: key => key,
  column: "review_col_trick",
  pointsKey: () => "review_points",
  bots: mean => t("review_bots_took", {mean: points(mean)}),
  size: value => value,
  outcome: value => points(value, Number.isInteger(value) ? 0 : 1),
  step: ({phase, trick}) => phase === "pass" ? t("review_pass_short") : String(trick),
  /** "Trick 4", "Passing". */
  place: ({phase, trick}) => phase === "pass" ? t("review_passing") : t("review_trick", {trick}),
  phrase: (_, choice) => choiceName(choice),
  Chosen: ({decision}) => html`<span class="mine"><${Choice} choice=${decision.chosen}/></span>`,
  did: ({phase, chosen}) => t(!isCard(chosen) || phase === "pass" ? "review_did_choose" : "review_did_play"),
};
