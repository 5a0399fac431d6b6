// The words of a reviewed hand of Hearts: points are what a hand cost.
import {html, t} from "../base.mjs";
import {cardsIn, Choice, choiceName, points} from "../panels.mjs";

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
  /** The cards of a pass: as words where `piece` gives words, as tiles where it gives tiles. */
  phrase: (_, choice, piece) => typeof piece(cardsIn(choice)[0]) === "string" ? choiceName(choice) : html`<${Choice} choice=${choice}/>`,
  Chosen: ({decision}) => html`<span class=${cardsIn(decision.chosen).length > 1 ? "" : "mine"}><${Choice} choice=${decision.chosen}/></span>`,
  did: ({phase}) => t(phase === "pass" ? "review_did_pass" : "review_did_play"),
};
