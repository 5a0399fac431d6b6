// The person's own hand at gin: in its best melds, or in any order the person likes.
import {html, useState, useRef, t, say, cardName, number, Face} from "../base.mjs";
import {expected, points} from "../panels.mjs";

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const byRank = (a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]) || SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]);
/** What a card counts outside melds. */
export const worth = card => Math.min(RANKS.indexOf(card[0]) + 1, 10);
export const total = cards => cards.reduce((sum, card) => sum + worth(card), 0);

/** A hand in groups: its melds, then the loose cards by rank. */
export function grouped(hand, melds) {
  const melded = new Set(melds.flatMap(meld => meld.cards));
  const loose = hand.filter(card => !melded.has(card)).sort(byRank);
  return [...melds.map(meld => ({kind: "meld", cards: meld.cards})), ...(loose.length ? [{kind: "loose", cards: loose}] : [])];
}

/** Groups for a narrow page: rows of at most seven cards; only loose cards are parted. */
function inRows(groups, most = 7) {
  const all = groups.reduce((sum, group) => sum + group.cards.length, 0);
  const fair = Math.min(most, Math.max(Math.ceil(all / 2), 4));
  const rows = [[]];
  const room = () => fair - rows.at(-1).reduce((sum, group) => sum + group.cards.length, 0);
  for (const {kind, cards} of groups) {
    let rest = cards;
    if (kind === "meld" && rows.at(-1).length && rest.length > room() + 1) rows.push([]);
    while (rest.length) {
      if (rows.length === 1 && room() <= 0) rows.push([]);
      const fit = kind === "meld" || rows.length > 1 ? rest.length : Math.max(room(), 1);
      rows.at(-1).push({kind, cards: rest.slice(0, fit)});
      rest = rest.slice(fit);
    }
  }
  return rows;
}

/** The order of the cards: by melds, or as the person has put them. A new card comes last. */
export function useOrder(state) {
  const [auto, setAuto] = useState(localStorage.getItem("gin-auto") !== "no");
  const [last, set] = useState({hand: 0, cards: []}), kept = last.hand === state.hand_number ? last.cards : []; // another hand is sorted anew
  const keep = cards => set({hand: state.hand_number, cards});
  const best = grouped(state.hand, state.gin.melds);
  const own = [...kept.filter(card => state.hand.includes(card)), ...best.flatMap(group => group.cards).filter(card => !kept.includes(card))];
  const groups = auto ? best : own.length ? [{kind: "free", cards: own}] : [];
  const flat = groups.flatMap(group => group.cards);
  const change = on => { localStorage.setItem("gin-auto", on ? "yes" : "no"); keep(flat); setAuto(on); };
  const put = (card, place) => {
    const rest = flat.filter(each => each !== card);
    rest.splice(Math.max(0, Math.min(place, rest.length)), 0, card);
    localStorage.setItem("gin-auto", "no");
    keep(rest);
    setAuto(false);
  };
  return {auto, change, groups, flat, put, move: (card, by) => flat.includes(card) && put(card, flat.indexOf(card) + by)};
}

/** Everything that a screen reader says of a card. */
function cardLabel(card, {state, values, melded, can}) {
  const {after, drawn} = state.gin, parts = [cardName(card)];
  if (card === drawn) parts.push(t("gin_just_drawn"));
  if (melded) parts.push(t("gin_in_meld"));
  if (can && after[card] !== undefined) parts.push(t("gin_leaves", {n: after[card]}));
  if (!can && state.refusals[card]) parts.push(say(state.refusals[card], state.seats));
  const value = values?.get(card);
  if (value && can) parts.push(expected("gin_expected", value), value.grade === "best" ? t("label_best") : value.grade === "unclear" ? t("label_unclear") : t("label_worse", {points: number(value.cost)}));
  return parts.join(". ") + ".";
}

/** Cards that can be dragged to another place; a short press is a click. */
function useDrag(box, put) {
  const [drag, set] = useState(null);
  const from = useRef(null), moved = useRef(false);
  const placeAt = (x, y, card) => {
    const others = [...box.current.querySelectorAll("[data-choice]")].filter(each => each.dataset.choice !== card);
    const before = others.filter(each => { const r = each.getBoundingClientRect(); return r.bottom < y || r.top <= y && r.left + Math.min(r.width, 50) / 2 < x; });
    return before.length;
  };
  return {
    drag, moved,
    down: (event, card) => { if (event.button) return; from.current = {card, x: event.clientX, y: event.clientY}; moved.current = false; },
    move: event => {
      const start = from.current;
      if (!start) return;
      const x = event.clientX - start.x, y = event.clientY - start.y;
      if (!moved.current && Math.hypot(x, y) < 9) return;
      if (!moved.current) event.currentTarget.setPointerCapture(event.pointerId);
      moved.current = true;
      set({card: start.card, x, y});
    },
    up: event => {
      if (from.current && moved.current) put(from.current.card, placeAt(event.clientX, event.clientY, from.current.card));
      from.current = null;
      set(null);
    },
    stop: () => { from.current = null; moved.current = false; set(null); },
  };
}

/**
 * The hand. `pick` gets a card that was clicked, legal or not; `cursor` is what Tab reaches; `picked` stands out, `refused` shakes;
 * `values` has value, grade and cost of the choices that the coach looked at; `marks` has a word for cards that are pointed out.
 */
export function GinHand({state, order, values, cursor, picked, refused, fresh, phone, pick, marks}) {
  const box = useRef();
  const {drag, moved, down, move, up, stop} = useDrag(box, order.put);
  const {after, limit, drawn} = state.gin;
  const melded = new Set(state.gin.melds.flatMap(meld => meld.cards));
  const rows = phone ? inRows(order.groups) : [order.groups];
  const one = card => {
    const can = state.legal.includes(card);
    const kind = (can ? " ok" : state.legal.length && (state.phase === "discard" || state.phase === "lay-off") ? " no" : "") + (card === picked ? " up" : "") + (card === refused ? " shake" : "") + (card === drawn ? " new" : "") + (can && values?.get(card)?.grade === "best" ? " best" : "") + (drag?.card === card ? " held" : "") + (marks?.has(card) ? " marked " + marks.get(card).kind : "");
    return html`<li key=${card} style=${{"--i": order.flat.indexOf(card)}}><button class=${`card ${card[1]}${kind}`} data-choice=${card} tabindex=${card === (order.flat.includes(cursor) ? cursor : order.flat[0]) ? 0 : -1} aria-label=${cardLabel(card, {state, values, melded: melded.has(card), can})}
        aria-disabled=${can ? null : "true"} style=${drag?.card === card ? {translate: `${drag.x}px ${drag.y}px`} : null} onPointerDown=${event => down(event, card)} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${stop}
        onClick=${() => { if (moved.current) moved.current = false; else pick(card); }}><${Face} card=${card}/></button>
      ${can && values?.get(card) && html`<span class=${"chip " + values.get(card).grade} aria-hidden="true">${values.get(card).grade === "best" ? "★ " : ""}${points(values.get(card).mean)}</span>`}
      ${marks?.has(card) && html`<span class=${"flag " + marks.get(card).kind}>${marks.get(card).text}</span>`}
      ${can && after[card] <= limit && html`<span class="mayknock" aria-hidden="true">${after[card] === 0 ? t("gin_gin_mark") : t("gin_knock_mark")}</span>`}</li>`;
  };
  const label = ({kind, cards}) => kind === "meld" ? t("gin_meld") : kind === "loose" ? t("gin_loose", {n: total(cards)}) : t("label_hand", {n: cards.length});
  return html`<div ref=${box} id="hand" class=${"ginhand" + (fresh ? " fresh" : "") + (drag ? " dragging" : "")} role="group" aria-label=${t("label_hand", {n: state.hand.length})}>
    ${rows.map((groups, n) => html`<div class="handrow" key=${n}>${groups.map((group, k) => html`<div class=${"group " + group.kind} key=${group.kind + k} style=${{"--n": group.cards.length}}><ol aria-label=${label(group)}>${group.cards.map(one)}</ol>
      ${group.kind !== "free" && html`<span class="brace" aria-hidden="true">${group.kind === "meld" ? t("gin_meld") : phone ? "" : t("gin_deadwood")}</span>`}</div>`)}</div>`)}</div>`;
}

/** The counter under the hand: deadwood now, and with the best discard; and the switch between found and free order. */
export function Counter({state, order}) {
  const {deadwood, after, limit} = state.gin, left = Object.values(after);
  const best = left.length ? Math.min(...left) : deadwood;
  const ready = best <= limit;
  return html`<div class="counter"><p class=${"dw" + (ready ? " ready" : "")}>${t("gin_deadwood")} <b>${deadwood}</b>${left.length > 0 && html` <span title=${t("gin_after_best")}>→ <b>${best}</b><span class="sr"> ${t("gin_after_best")}</span></span>`}</p>
    <label class="auto"><input type="checkbox" checked=${order.auto} onChange=${event => order.change(event.target.checked)}/>${t("gin_auto")}</label></div>`;
}
