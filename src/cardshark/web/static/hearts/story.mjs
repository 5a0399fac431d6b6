// What happened since the last state, in sentences for screen readers.
import {t, say, cardName, rankName} from "../base.mjs";
import {heading} from "../table/ending.mjs";
import {fallen} from "./frames.mjs";

/** "6, 8, 10, king" of one suit; whole names where there are several. */
function choices({hand, legal: allowed}) {
  const legal = hand.filter(card => allowed.includes(card));
  const suits = new Set(legal.map(card => card[1]));
  return legal.map(card => suits.size === 1 ? rankName(card[0]) : cardName(card)).join(", ");
}

function turnWords(state) {
  const {led} = state.hearts;
  const follows = led && state.legal.every(card => card[1] === led);
  const key = follows ? "says_follow" : led ? "says_any" : "says_lead";
  return t(key, {suit: led || "S", list: choices(state)});
}

function takesWords({held, seats, you}) {
  return t(held.winner === you ? "says_you_take" : "says_takes", {name: seats[held.winner].name, n: held.points, points: held.points});
}

function cardWords(old, state) {
  const same = old && old.hand_number === state.hand_number;
  const before = same ? fallen(old.hearts).length : fallen(state.hearts).length - state.hearts.trick.length;
  return fallen(state.hearts).slice(before).map(({seat, card}, i) => {
    const leads = (before + i) % state.seats.length === 0;
    return t(seat === state.you ? "says_you_play" : leads ? "says_leads" : "says_plays", {name: state.seats[seat].name, card});
  });
}

/** Sentences for what is new, and whether they should be said now (else they wait for more). */
export function story(old, state) {
  const said = [];
  const fresh = !old || old.hand_number !== state.hand_number || old.table !== state.table;
  if (fresh && state.hand.length) said.push(t("says_hand", {n: state.hand_number, list: state.hand.map(cardName).join(", ")}));
  const {passing, received} = state.hearts;
  if (state.phase === "pass" && state.legal.length && (fresh || old.phase !== "pass" || !old.legal.length)) {
    said.push(t("says_pass", {n: passing.count, name: state.seats[passing.to].name}));
  }
  if (!fresh && old.phase === "pass" && state.phase !== "pass" && received.length) said.push(t("says_received", {list: received.map(cardName).join(", ")}));
  if (state.phase !== "pass") said.push(...cardWords(old, state));
  if (!fresh && state.hearts.broken && !old.hearts.broken) said.push(t("says_broken"));
  if (state.held && !state.sweep && !old?.held) said.push(takesWords(state));
  const turn = state.phase === "play" && state.legal.length > 0 && (fresh || !old.legal.length || fallen(old.hearts).length !== fallen(state.hearts).length);
  if (turn) said.push(turnWords(state));
  if (state.result && !old?.result) said.push(...resultWords(state));
  return {said, now: turn || Boolean(state.result) || state.phase === "pass"};
}

function resultWords({result, seats, you}) {
  const said = result.words.map(words => say(words, seats));
  said.push(...seats.map((seat, n) => t("says_score", {name: seat.name, points: result.scores[n], total: result.totals[n]})));
  if (result.winners.length) said.push(heading({result, seats, you}));
  return said;
}
