// The words of a reviewed hand of gin rummy: points are won or lost, and what is won counts.
import {t, number} from "../base.mjs";
import {isCard} from "../panels.mjs";

const phaseName = phase => t(`review_phase_${phase}`);

export const review = {
  star: "", // no card that everybody fears
  sign: -1, // points won are the negative of what a hand cost
  range: [Infinity, -Infinity], // the histogram shows what was played, and no more
  hasTricks: false,
  chartTitle: key => `${key}_gin`,
  column: "review_col_choice",
  pointsKey: cost => cost <= 0 ? "review_points_won" : "review_points_lost",
  botsKey: "review_bots_gin",
  size: Math.abs,
  outcome: cost => t(cost <= 0 ? "review_won" : "review_lost", {points: number(Math.abs(cost), Number.isInteger(cost) ? 0 : 1)}),
  step: ({trick}) => String(trick),
  /** "Turn 3, discard". */
  place: ({phase, trick}) => t("review_turn", {trick, phase: phaseName(phase)}),
  phase: ({phase}) => phaseName(phase),
  did: ({chosen}) => t(isCard(chosen) ? "review_did_throw" : "review_did_choose"),
};
