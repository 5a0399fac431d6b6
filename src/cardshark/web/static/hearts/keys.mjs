// Everything by keyboard: arrows among the legal cards, a card by its name, and a letter for each action.
import {useEffect, useRef} from "../base.mjs";
import {sheetIsOpen} from "../settings.mjs";

const TOO_SOON = 300; // milliseconds: Enter so soon after a trick has gone was meant for the trick
const CONTROLS = "button,a,input,label,select,summary";

/** The legal card nearest to where the cursor was. */
export function neighbour(reach, cards, place) {
  if (!reach.length) return "";
  return reach.reduce((best, card) => Math.abs(cards.indexOf(card) - place) < Math.abs(cards.indexOf(best) - place) ? card : best);
}

const RANK = {1: "1", 0: "T", t: "T", j: "J", q: "Q", k: "K", a: "A"};
/** A rank as it is typed: "q", "t", or "1" and "0" for ten. */
const rankOf = key => /^[2-9]$/.test(key) ? key : RANK[key] ?? "";

/** The keys of the table. They do nothing in fields and under sheets; letters also where the person has turned them off. */
export function useKeys(table) {
  const now = useRef(table), typed = useRef({rank: "", at: 0, moved: 0});
  now.current = table;
  useEffect(() => {
    const down = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || sheetIsOpen() || event.target.closest?.("input[type=text],select,textarea")) return;
      if (press(event, now.current, typed.current)) event.preventDefault();
    };
    const up = event => { if (event.key.toLowerCase() === "l") dispatchEvent(new CustomEvent("last-trick", {detail: false})); };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => { removeEventListener("keydown", down); removeEventListener("keyup", up); };
  }, []);
}

function press(event, table, typed) {
  const {settings, deeds, cursor} = table, key = event.key.toLowerCase();
  if (key === "arrowleft" || key === "arrowright") {
    if (event.target.matches?.("input")) return false;
    cursor.move(key === "arrowleft" ? -1 : 1);
    typed.moved = event.timeStamp;
    return true;
  }
  if (key === "enter" || key === " ") return enter(event, table, typed);
  return settings.keys && key.length === 1 && (!event.repeat || key === "z") && letter(key, event, {deeds, cursor}, typed);
}

/** Enter goes on after a trick, or plays the card of the cursor. An Enter that was meant for the trick plays nothing. */
function enter(event, {watched, deeds, cursor, skip, caughtUp, settled}, typed) {
  if (watched && event.key === " ") return false; // it pauses
  if (event.repeat) return true;
  const control = event.target.closest?.(CONTROLS);
  if (control && !control.closest(".hand,.over")) return false;
  if (!caughtUp) { skip(); return true; }
  if (settled.current > typed.moved && event.timeStamp - settled.current < TOO_SOON) return true;
  if (control || event.key === " " || !cursor.at) return false; // a card in focus is clicked by the browser
  deeds.card(cursor.at);
  return true;
}

function letter(key, event, {deeds, cursor}, typed) {
  const recent = typed.rank && event.timeStamp - typed.at < 1500;
  if (recent && "shdc".includes(key)) {
    const card = typed.rank + key.toUpperCase();
    typed.rank = "";
    cursor.to(card);
    deeds.card(card);
    return true;
  }
  typed.rank = recent && typed.rank === "1" && key === "0" ? "T" : rankOf(key);
  typed.at = event.timeStamp;
  if (typed.rank) return true;
  const deed = {z: deeds.undo, h: deeds.hint, n: deeds.next, r: deeds.review, c: deeds.coachOrClaim, p: deeds.pass, i: deeds.rules}[key];
  if (key === "l" && !event.repeat) dispatchEvent(new CustomEvent("last-trick", {detail: true}));
  if (deed) deed();
  return Boolean(deed) || key === "l";
}
