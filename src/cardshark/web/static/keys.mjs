// Everything by keyboard: arrows among the legal cards, a card by its name, and a letter for each deed.
import {useEffect, useRef} from "./base.mjs";

/** The legal card nearest to where the cursor was. */
export function neighbour(reach, cards, place) {
  if (!reach.length) return "";
  return reach.reduce((best, card) => Math.abs(cards.indexOf(card) - place) < Math.abs(cards.indexOf(best) - place) ? card : best);
}

const RANK = {1: "1", 0: "T", t: "T", j: "J", q: "Q", k: "K", a: "A"};
/** A rank as it is typed: "q", "t", or "1" and "0" for ten. */
const rankOf = key => /^[2-9]$/.test(key) ? key : RANK[key] ?? "";

/** The keys of the table. Letters do nothing in fields and sheets, nor where the person has turned them off. */
export function useKeys(table) {
  const now = useRef(table), typed = useRef({rank: "", at: 0});
  now.current = table;
  useEffect(() => {
    const down = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input[type=text],select,textarea,dialog")) return;
      if (press(event, now.current, typed.current)) event.preventDefault();
    };
    const up = event => { if (event.key.toLowerCase() === "l") dispatchEvent(new CustomEvent("last-trick", {detail: false})); };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    return () => { removeEventListener("keydown", down); removeEventListener("keyup", up); };
  }, []);
}

function press(event, {settings, deeds, cursor, skip, caughtUp}, typed) {
  const key = event.key.toLowerCase(), onButton = event.target.closest?.("button,a,label,summary");
  if (key === "arrowleft" || key === "arrowright") {
    if (event.target.matches?.("input")) return false;
    cursor.move(key === "arrowleft" ? -1 : 1);
    return true;
  }
  if (key === "enter" || key === " ") {
    if (!caughtUp) { skip(); return true; }
    if (onButton || event.target.matches?.("input")) return false;
    if (cursor.at) deeds.card(cursor.at);
    return Boolean(cursor.at);
  }
  return settings.keys && key.length === 1 && letter(key, event, {deeds, cursor}, typed);
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
  const deed = {z: deeds.undo, h: deeds.hint, n: deeds.next, r: deeds.review, c: deeds.claim, p: deeds.pass}[key];
  if (key === "l" && !event.repeat) dispatchEvent(new CustomEvent("last-trick", {detail: true}));
  if (deed) deed();
  return Boolean(deed) || key === "l";
}
