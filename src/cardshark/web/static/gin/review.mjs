// A reviewed hand of gin rummy: its cards, and its words. Points that one wins count, in words "won" or "lost".
import {html, t, number, cardName, Tile} from "../base.mjs";
import {isCard} from "../panels.mjs";
import {Groups} from "./groups.mjs";

const phaseName = phase => t(`review_phase_${phase}`);
const size = cost => number(Math.abs(cost), Number.isInteger(cost) ? 0 : 1);
/** "3.2 won", "4 lost". */
export const outcome = cost => t(cost <= 0 ? "review_won" : "review_lost", {points: size(cost)});

/** A choice that is no card inside a sentence: "taking the 7 of hearts". `piece` puts a card there. */
function phrase({shown = {}}, choice, piece) {
  const [word, n] = choice.split(" "), [before, after] = t(`choosing_${word}`, {n, card: "\u0001"}).split("\u0001");
  if (after === undefined) return before;
  const card = piece(shown.top);
  return typeof card === "string" ? before + card + after : html`${before}${card}${after}`;
}

/** In a row of the list: what was done, and with which card. */
function Chosen({decision: {chosen, phase, shown = {}}}) {
  const card = isCard(chosen) ? chosen : chosen === "stock" ? shown.drawn : ["pile", "pass"].includes(chosen) ? shown.top : "";
  const word = isCard(chosen) ? phase === "discard" ? "threw" : "laid" : chosen.split(" ")[0];
  return html`<small>${t(`review_gin_${word}`)}</small> ${card && html`<span class="mine"><${Tile} card=${card} mini/></span>`}`;
}

/** In a row of the list: what would have been better, where that is no card. */
const Better = ({decision: {best, shown = {}}}) => html`<span class="word">${t(`review_gin_do_${best.split(" ")[0]}`)}</span> ${best === "pile" && html`<${Tile} card=${shown.top} mini/>`}`;

/** The hand of that moment in its melds, with the card that was drawn and the card on the pile. */
function Moment({decision}) {
  const {shown, phase, chosen, best, verdict} = decision;
  if (!shown?.melds) return null;
  const groups = [...shown.melds.map(cards => ({kind: "meld", cards})), ...(shown.loose.length ? [{kind: "loose", cards: shown.loose}] : [])];
  const wrong = verdict === "mistake" || verdict === "slip", drawing = phase === "draw" || phase === "offer";
  const marks = Object.fromEntries([[best, wrong ? "better" : "best"], [chosen, wrong ? "wrong" : "best"]]);
  const label = t("review_gin_hand", {melds: shown.melds.map(meld => meld.map(cardName).join(", ")).join("; ") || t("gin_no_melds"), dead: shown.loose.map(cardName).join(", ") || "–", n: shown.deadwood});
  const lines = [drawing && shown.top && ["review_gin_top", shown.top], shown.drawn && (phase === "discard" || chosen === "stock") && [drawing ? "review_gin_brought" : "review_gin_drawn", shown.drawn]].filter(Boolean);
  return html`<div class="moment"><${Groups} groups=${groups} label=${label} marks=${marks}/>
    <p class="note">${lines.map(([key, card]) => html`<span>${t(key)} <${Tile} card=${card} mini/></span> `)}<span>${t("gin_deadwood")} <b>${shown.deadwood}</b></span></p></div>`;
}

export const review = {
  star: "", // no card that everybody fears
  sign: -1, // points won are the negative of what a hand cost
  range: [Infinity, -Infinity], // the histogram shows what was played, and no more
  hasTricks: false,
  chartTitle: key => `${key}_gin`,
  column: "review_col_choice",
  pointsKey: cost => cost <= 0 ? "review_points_won" : "review_points_lost",
  bots: cost => t(cost <= 0 ? "review_bots_won" : "review_bots_lost", {mean: number(Math.abs(cost))}),
  size: Math.abs,
  outcome,
  phrase,
  Chosen,
  Better,
  Moment,
  step: ({trick}) => String(trick),
  /** "Turn 3, discard". */
  place: ({phase, trick}) => t("review_turn", {trick, phase: phaseName(phase)}),
  did: ({chosen, phase}) => t(isCard(chosen) ? phase === "discard" ? "review_did_throw" : "review_did_lay" : "review_did_choose"),
};
