// Who sits where, what lies between them, and the tricks so far.
import {html, t, cardName, suitName, shortName, Pip, Face, Tile} from "../base.mjs";
import {percent, points} from "../panels.mjs";
import {Avatar, underName} from "../table/avatar.mjs";

const SIDES = {2: "sn", 3: "swe", 4: "swne"};
/** The side of the table of a seat, seen from the person's own: s, w, n or e. */
export const sideOf = (seat, state) => SIDES[state.seats.length][(seat - (state.you ?? 0) + state.seats.length) % state.seats.length];
const isOwn = (seat, state) => seat === state.you;

function seatLabel(seat, n, state) {
  const parts = [seat.name, isOwn(n, state) ? "" : underName(seat, state, false), t("label_total", {n: seat.total}), t("label_points", {n: seat.points}), t("label_cards", {n: seat.cards})];
  if (seat.voids) parts.push(t("label_void", {suits: [...seat.voids].map(suitName).join(", ")}));
  if (state.thinking === n) parts.push(t("thinking"));
  return parts.filter(Boolean).join(", ");
}

/** What a seat has taken and what is known of it. */
function Meta({seat, queen, star}) {
  const hearts = seat.took.filter(card => card[1] === "H").length, others = seat.took.filter(card => card[1] !== "H");
  return html`<div class="meta"><span class="took" title=${t("taken")}>
      ${Array.from({length: Math.min(hearts, 4)}, () => html`<svg class="hp" aria-hidden="true"><use href="/static/deck.svg#pH"/></svg>`)}
      ${others.map(card => html`<${Tile} card=${card} mini/>`)}
      ${seat.took.length ? html`<b>${points(seat.points, 0, true)}</b>` : html`<span class="none">${t("no_points")}</span>`}</span>
    ${seat.voids && html`<span class="void" title=${t("shown_void")}>
      ${t("none_of")} ${[...seat.voids].map(suit => html`<${Pip} suit=${suit}/>`)}</span>`}
    ${queen >= 0.005 && html`<span class="qs" title=${t("chance_of", {card: star})}><${Tile} card=${star} mini/><b>${percent(queen)}</b>
      </span>`}</div>`;
}

const Backs = ({count}) => html`<div class="backs" aria-hidden="true">
    ${Array.from({length: count}, (_, i) => html`<i key=${i} style=${{"--b": i - (count - 1) / 2}}></i>`)}</div>`;
const OpenHand = ({cards}) => html`<div class="openhand">${cards.map(card => html`<${Tile} key=${card} card=${card} mini/>`)}</div>`;

/** One player: name, kind, total, what was taken, what is known. `queen` is the chance of holding the card that everybody fears. */
export function Seat({n, state, queen, star}) {
  const seat = state.seats[n], side = sideOf(n, state), own = isOwn(n, state);
  const gets = state.phase === "pass" && state.hearts.passing?.to === n && state.you !== null;
  return html`<section class=${"seat " + side + (gets ? " to" : "")} aria-label=${seatLabel(seat, n, state)}>
    <div class="who"><${Avatar} seat=${seat} next=${state.turn === n} thinking=${state.thinking === n}/>
      <span class="nm"><b title=${seat.name}>${seat.name}</b><small>${underName(seat, state, own)}</small></span><span class="tot"><b>
        ${seat.total}</b><small>${t("total")}</small></span></div>
    <${Meta} seat=${seat} queen=${queen} star=${star}/>
    ${side !== "s" && (seat.hand ? html`<${OpenHand} cards=${seat.hand}/>` : html`<${Backs} count=${seat.cards}/>`)}</section>`;
}

// ---- the trick ----

const AWAY = {n: ["0px", "-170px"], s: ["0px", "210px"], w: ["-240px", "0px"], e: ["240px", "0px"]};

function PlayedCard({seat, card, state, lead, star}) {
  const winning = (state.held?.winner ?? state.hearts.winning) === seat;
  const tag = state.held && winning ? t("takes", {n: state.held.points, points: points(state.held.points, 0, true)}) : winning && !lead ? t("winning") : lead ? t("led") : "";
  const label = t(winning ? "label_played_winning" : "label_played", {name: state.seats[seat].name, card});
  return html`<div class=${`card play ${sideOf(seat, state)} ${card[1]}${winning ? " win" : ""}${card === star ? " feared" : ""}`} role="img"
    aria-label=${label}>
    <${Face} card=${card}/>${tag && html`<span class="tag">${tag}</span>`}</div>`;
}

/** The cards on the table as a compass, or the last trick while somebody looks at it. */
export function Trick({state, last, star}) {
  if (last) {
    const past = {...state, held: {winner: last.winner, points: last.points}};
    return html`<div class="trick past" data-label=${t("last_trick")}>
        ${last.cards.map((each, i) => html`<${PlayedCard} key=${"last" + each.card} ...${each} state=${past} lead=${i === 0}/>`)}</div>`;
  }
  const there = new Set(state.hearts.trick.map(each => each.seat));
  const [x, y] = state.sweep ? AWAY[sideOf(state.held.winner, state)] : ["0px", "0px"];
  return html`<div class=${"trick" + (state.sweep ? " sweep" : "")} style=${{"--wx": x, "--wy": y}}>
    ${state.hearts.trick.map((each, i) => html`<${PlayedCard} key=${each.card} ...${each} state=${state} lead=${i === 0} star=${star}/>`)}
    ${state.seats.map((_, n) => !there.has(n) && !state.held && html`<div key=${"slot" + n}
      class=${`slot ${sideOf(n, state)}${state.turn === n ? " now" : ""}`} aria-hidden="true">
      ${n === state.you && state.turn === n ? t("your_card") : ""}</div>`)}</div>`;
}

// ---- the tricks so far ----

function Mini({seat, card, winner, state}) {
  return html`<span class=${`m ${sideOf(seat, state)} ${card[1]}${seat === winner ? " win" : ""}`} aria-hidden="true">
      ${shortName(card).slice(0, -1)}<${Pip} suit=${card[1]}/></span>`;
}

function Cost({cost}) {
  if (cost === undefined) return null;
  return cost > 0.05 ? html`<span class="ls bad" title=${t("cost_of_card")}>
      ${points(-cost)}</span>` : html`<span class="ls eq" title=${t("cost_none")}>✓</span>`;
}

/** A strip of tricks. `costs` has what the person's card of a trick cost, where the coach had looked. */
export function History({state, costs = {}}) {
  const {tricks, trick, of} = state.hearts;
  const name = seat => state.seats[seat].name;
  const boxes = Array.from({length: of}, (_, i) => i < tricks.length ? tricks[i] : i === tricks.length && trick.length ? {cards: trick} : null);
  return html`<nav class="hist" aria-label=${t("tricks_label")} style=${{"--of": of}}><ol>${boxes.map((box, i) => {
    if (!box) return html`<li key=${i} class=${i === tricks.length && state.phase === "play" ? "now" : "todo"}><em>${i + 1}</em></li>`;
    const done = box.winner !== undefined;
    const words = box.cards.map(({seat, card}) => `${name(seat)} ${cardName(card)}`).join(", ");
    return html`<li key=${i} class=${done ? "done" : "now"} aria-current=${done ? null : "step"}><em aria-hidden="true">${i + 1}</em>
      <span class="sr">${t("label_trick", {n: i + 1, words})}${done ? " " + t(box.winner === state.you ? "says_you_take" : "says_takes", {name: name(box.winner), n: box.points, points: box.points}) : ""}</span>
      ${box.cards.map(each => html`<${Mini} ...${each} winner=${box.winner} state=${state}/>`)}
      ${done && html`<span class="pt" aria-hidden="true">${box.points ? points(box.points, 0, true) : "·"}</span><${Cost} cost=${costs[i]}/>`}</li>`;
  })}</ol></nav>`;
}
