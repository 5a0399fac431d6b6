// What a player of Hearts looks at before a card is chosen: facts of the position that everybody at the table saw.
import {t, suitName} from "../base.mjs";
import {fallen} from "./frames.mjs";

const QUEEN = "QS";

/** Which turn of which trick this is. */
function title({hearts, phase, seats}) {
  if (phase === "pass") return t("moment_pass", {n: hearts.passing.count, name: seats[hearts.passing.to].name});
  const place = hearts.trick.length === 0 ? "lead" : hearts.trick.length === seats.length - 1 ? "last" : hearts.trick.length === 1 ? "second" : "third";
  return t("moment_trick_" + place, {trick: hearts.tricks.length + 1});
}

/** Who plays after the person, and what each of them has shown not to have. */
function behind({hearts, seats, you}) {
  const left = seats.length - 1 - hearts.trick.length;
  return Array.from({length: left}, (_, i) => (you + 1 + i) % seats.length).map(n => {
    const seat = seats[n], last = left === 1 ? "last" : "after";
    const suits = [...seat.voids].map(suitName).join(t("moment_or"));
    return {seat, text: t(`moment_plays_${last}`, {name: seat.name}) + (suits ? " " + t("moment_none_left", {suits}) : "")};
  });
}

function feared({hearts, hand}) {
  if (!hand.includes(QUEEN) && !hearts.trick.length && !hearts.tricks.length) return []; // nothing was played yet
  if (!(QUEEN in hearts.costs) || fallen(hearts).some(each => each.card === QUEEN)) return [];
  return [{card: QUEEN, text: t(hand.includes(QUEEN) ? "moment_queen_yours" : "moment_queen_out")}];
}

function facts(state) {
  const own = state.seats[state.you], passing = state.phase === "pass";
  const points = {pill: String(own.total), text: t(own.points ? "moment_points_hand" : "moment_points", {n: own.total, hand: own.points})};
  return [...(passing ? [] : behind(state).filter((each, _, all) => all.length < 3 || each.seat.voids)), ...feared(state), points];
}

export const moment = {title, facts};
