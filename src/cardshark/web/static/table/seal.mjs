// The seal that both sides make. This page adds a random word of its own to every deal, and notes what it was shown before and after the hand.
// First it promises the word, by its hash; when all promises are there, it says it. So nobody can fit a secret or a word to those of others.
import {html, useEffect, useState, t} from "../base.mjs";
import {sha256, hmac, toHex, fromHex} from "./sha256.mjs";

const MOST_NOTES = 100; // of hands
const hash = hex => toHex(sha256(fromHex(hex)));

// ---- notes ----

/** What this browser noted of a hand: `{seal, word, promises, opening, links, end}`; null if it saw nothing of it before the deal. */
export function noteOf(hand) {
  try { return JSON.parse(localStorage.getItem("seals") ?? "{}")[hand] ?? null; } catch { return null; }
}
function keep(hand, note) {
  let notes = {};
  try { notes = JSON.parse(localStorage.getItem("seals") ?? "{}"); } catch { /* begin anew */ }
  delete notes[hand]; // the last ones are kept
  const kept = [...Object.entries(notes), [hand, note]].slice(-MOST_NOTES);
  try { localStorage.setItem("seals", JSON.stringify(Object.fromEntries(kept))); } catch { /* no room: the hand is played all the same */ }
}

/** The word of this page for a deal: always the same for the same seal, even if the page is opened again. */
function wordFor(seal) {
  const name = `word-${seal}`, word = sessionStorage.getItem(name) ?? toHex(crypto.getRandomValues(new Uint8Array(16)));
  sessionStorage.setItem(name, word);
  return word;
}

// ---- what the page does by itself ----

const given = new WeakMap(); // what was sent over each connection: the server tells everybody whenever somebody has given something
/** Give what the deal waits for, once over each connection: a promise; then the word, if the promise stands among those of everybody. */
export function join({table, hand, seal, step, promises, opening}, socket) {
  const sent = given.get(socket.ws) ?? new Set(), send = command => socket.send(command);
  if (sent.has(seal + step)) return;
  given.set(socket.ws, sent.add(seal + step));
  const word = wordFor(seal), promise = hash(word), before = noteOf(hand);
  if (step === "promises") { send({do: "promise", table, seal, promise}); return; }
  if (!promises.includes(promise)) return;
  if (before && (before.seal !== seal || before.opening !== opening)) { keep(hand, {...before, twice: true}); return; } // it was asked for another deal of this hand
  keep(hand, {links: [], ...before, seal, word, promises, opening});
  send({do: "sayword", table, seal, word});
}

/** Note what a state shows of the chain: a link at each of one's own turns, and the end. */
export function observe({table, result, seal, link, undone}, hand) {
  const id = result?.hand ?? hand, note = id && noteOf(id);
  if (!note || !seal || note.end) return;
  if (undone && note.links.length) { keep(id, {...note, links: []}); return; } // what was noted before was taken back
  if (result?.end) keep(id, {...note, end: result.end});
  else if (link && !note.links.includes(link)) keep(id, {...note, links: [...note.links, link]});
}

/** The seal of the hand on the table: how it begins, and all of it for whoever wants to keep a note of their own. */
export function SealLine({seal}) {
  const [shown, set] = useState("");
  useEffect(() => { set(""); }, [seal]);
  const copy = () => { set("shown"); navigator.clipboard?.writeText(seal).then(() => set("copied"), () => {}); }; // where that is not allowed, it can be copied by hand
  return html`<p class="seal">${t("sealed")} <code title=${seal}>${shown ? seal : seal.slice(0, 16) + "…"}</code> <button class="btn small" onClick=${copy}>${t(shown === "copied" ? "seal_copied" : "seal_copy")}</button></p>`;
}

// ---- what it finds afterwards ----

/** JSON as the server writes it: letters beyond ASCII are escaped. */
const asText = value => JSON.stringify(value).replace(/[^ -~]/g, letter => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
const linked = (secret, before, what) => toHex(hmac(fromHex(secret), new TextEncoder().encode(asText([before, what]))));

/** All links of a saved hand, from the opening to the end, as `hands/chained.py` makes them. */
export function chainOf(saved) {
  const {game, rules, players, names, number, totals, first, back, boxes, seal, promises, words, dealt, secret, luck} = saved;
  const others = saved.stock.length ? {dealer: saved.dealer, stock: saved.stock, renewals: []} : {leader: saved.leader};
  const links = [linked(secret, "", [game, rules, players, names, number, totals, first, back, boxes, seal, promises])];
  links.push(linked(secret, links[0], [words, dealt, others, luck]));
  for (const choice of saved.choices) links.push(linked(secret, links.at(-1), choice));
  links.push(linked(secret, links.at(-1), [saved.scores, saved.after, saved.undone, ...saved.stood_in?.length ? [saved.stood_in] : []]));
  return links;
}

/**
 * What is wrong with a hand, as the key of a text: "" if nothing is, "seal_no_note" if this browser noted nothing of it. `found` has what the server
 * says now (seal, secret, promises, words, end), and `saved`, if it is there, the whole hand.
 */
export function wrongWith({seal, secret, promises = [], words = [], end = "", saved = null}, note) {
  if (hash(secret) !== seal) return "seal_wrong_secret";
  if (words.some((word, seat) => word && hash(word) !== promises[seat])) return "seal_wrong_promise";
  const links = saved?.end ? chainOf(saved) : null;
  if (links && (links[0] !== saved.opening || links.at(-1) !== end)) return "seal_wrong_chain";
  if (!note) return "seal_no_note";
  if (note.twice || note.seal !== seal) return "seal_wrong_seal";
  if (!words.includes(note.word) || String(note.promises) !== String(promises)) return "seal_wrong_word";
  if (note.end && note.end !== end || links && (links[0] !== note.opening || note.links.some(link => !links.includes(link)))) return "seal_wrong_end";
  return "";
}

/** The command that checks a hand, with what this browser noted. */
const command = (hand, note) => `cardshark verify cardshark-${hand || "hand"}.html` + (note ? ` --seal ${note.seal} --word ${note.word}` + (note.end ? ` --end ${note.end}` : "") : "");

/** The keys of what is to be said of a hand: first the verdict, then what was checked here, what was not, what would follow, and what nothing here shows. */
export function sayings(found, note) {
  if (!found.end) return [hash(found.secret) === found.seal ? "seal_old" : "seal_wrong_secret"];
  const wrong = wrongWith(found, note);
  if (wrong && wrong !== "seal_no_note") return [wrong];
  const said = (found.words ?? []).some(Boolean), chain = found.saved?.end;
  return [wrong || (note.end ? "seal_right" : "seal_right_begun"), chain ? "seal_checked_chain" : "seal_checked", chain ? "seal_unchecked" : "seal_unchecked_chain",
    said ? "seal_then" : "seal_no_word", ...note ? [] : ["seal_anew"], "seal_never"];
}

/** In plain words what this browser has checked of a hand, what it has not, and how anybody can check the rest. */
export function Proof({found, hand}) {
  const note = noteOf(hand), [verdict, ...others] = sayings(found, note);
  return html`<div class=${"proof" + (verdict.startsWith("seal_wrong") ? " broken" : "")}><p role="status"><b>${t(verdict)}</b></p>
    ${others.map(key => html`<p>${t(key)}</p>`)}
    <dl><dt>${t("seal_name")}</dt><dd><code>${found.seal}</code></dd><dt>${t("secret_name")}</dt><dd><code>${found.secret}</code></dd>
      ${note && html`<dt>${t("seal_own_word")}</dt><dd><code>${note.word}</code></dd>`}${found.end && html`<dt>${t("seal_end")}</dt><dd><code>${found.end}</code></dd>`}</dl>
    <p>${t("seal_check")} <code>${command(hand, note)}</code></p></div>`;
}
