// The pass is one decision: slots for the cards, an arrow to whoever gets them, and what whole sets of cards cost. No single card has a number.
import {html, useEffect, useMemo, useRef, t, number, cardName, shortName, Face, Tile} from "../base.mjs";
import {HOLLOW, points, Reach} from "../panels.mjs";
import {Story} from "../story.mjs";

const SHOWN = 5; // sets in the list; the person's own may be one more
const ARROWS = {w: "M46 27H8M20 13 7 27l13 14", e: "M8 27h38M34 13l13 14-13 14", n: "M27 46V8M13 20 27 7l14 13"};
const SUITS = "CDHS", RANKS = "23456789TJQKA";
const place = card => SUITS.indexOf(card[1]) * 16 + RANKS.indexOf(card[0]);
/** A set of cards as the server calls it: always in the same order, however they were clicked. */
const nameSet = cards => [...cards].sort((one, other) => place(one) - place(other)).join(" ");
const cardsOf = set => set.split(" ");
const count = n => t("pass_count_" + n);

// ---- on the felt ----

/** How many cards are still to be chosen; those of a pass that broke off are put aside already. */
export const toChoose = ({hearts}) => hearts.passing.count - hearts.given.length;

/** Slots for the cards that are passed on, with an arrow to whoever gets them. A card in a slot goes back by a click. */
export function PassTable({state, side, picked, best, deeds}) {
  const {to, source, count: n} = state.hearts.passing, name = state.seats[to].name, waiting = state.legal.length === 0;
  const chosen = [...state.hearts.given, ...picked];
  const slots = Array.from({length: n}, (_, i) => chosen[i] ? html`<${Slot} key=${chosen[i]} card=${chosen[i]} fixed=${i < state.hearts.given.length} back=${deeds.card}/>`
    : html`<div key=${i} class="slot now"><span class="sr">${t("pass_slot", {n: i + 1})}</span></div>`);
  const arrow = html`<svg class="arrow" viewBox="0 0 54 54" aria-hidden="true"><path d=${ARROWS[side] ?? ARROWS.n}/></svg>`;
  return html`<section class="give" aria-label=${t("pass_title", {n, count: count(n), name})}>
    <h2>${t("pass_title", {n, count: count(n), name})}<small>${t("pass_from", {count: count(n), name: state.seats[source].name})}</small></h2>
    <div class="slots">${side === "w" && arrow}${slots}${side !== "w" && arrow}</div>
    <div class="go"><button class="btn main" disabled=${waiting || picked.length !== toChoose(state)} onClick=${deeds.pass}>
      ${waiting ? t("pass_waiting") : t("pass_button", {name})} <kbd>P</kbd></button>
      ${best.length > 0 && !waiting && html`<button class="btn coachs" onClick=${deeds.takeCoachs}>
        ${t("pass_coach")} <span class="tiles">${best.map(card => html`<${Tile} card=${card} mini/>`)}</span> <kbd>C</kbd></button>`}</div></section>`;
}

const Slot = ({card, fixed, back}) => fixed ? html`<div class=${"card " + card[1]} role="img" aria-label=${cardName(card)}><${Face} card=${card}/></div>`
  : html`<button class=${"card " + card[1]} aria-label=${t("pass_return", {card})} onClick=${() => back(card)}><${Face} card=${card}/></button>`;

// ---- what the coach says ----

/** What the coach thinks of sets in this very position; null where it has not looked, or is not to say. */
export function useSets(state, thoughts, caughtUp) {
  return useMemo(() => {
    const there = caughtUp && state.phase === "pass" && state.legal.length > 0 && thoughts?.seq === state.seq && thoughts.best?.length > 0;
    return there && (state.coach === "full" || thoughts.hint) ? thoughts : null;
  }, [state, thoughts, caughtUp]);
}

/** As soon as all cards are chosen, the coach is asked what they cost, and the answer is said. */
export function useYours({state, picked, sets, send, announce}) {
  const asked = useRef(""), said = useRef(null);
  const yours = state.phase === "pass" && state.legal.length && picked.length === toChoose(state) ? nameSet([...state.hearts.given, ...picked]) : "";
  useEffect(() => {
    const question = `${state.seq} ${yours}`;
    if (!sets || !yours || asked.current === question) return;
    asked.current = question;
    send({do: "think", table: state.table, cards: picked, hint: state.coach !== "full"});
  }, [sets, yours, state.seq]);
  useEffect(() => {
    if (!sets || sets === said.current) return;
    const first = !said.current;
    said.current = sets;
    if (sets.yours) announce(yoursWords(sets));
    else if (sets.hint && first) announce(t("pass_says_coach", {cards: sets.best, points: points(valueOf(sets, nameSet(sets.best)).mean)}));
  }, [sets]);
  useEffect(() => { said.current = null; }, [state.seq]);
  return yours;
}

const valueOf = (sets, set) => sets.values.find(value => value.choice === set);
function yoursWords(sets) {
  const {more} = valueOf(sets, sets.yours);
  return more[1] > 0 ? t("pass_says_yours", {more: number(more[0])}) : t("pass_says_fine");
}

// ---- beside the felt ----

/** The rows of the list: the coach's set, then the others, the best first; the person's own is always there. */
function rows(sets, yours) {
  const coachs = nameSet(sets.best);
  const others = sets.values.filter(value => value.choice !== coachs).sort((one, other) => one.mean - other.mean);
  const near = others.slice(0, SHOWN - 1);
  return [valueOf(sets, coachs), ...others.filter(value => near.includes(value) || value.choice === yours)];
}

/** Not from nothing, but from the best to the worst that is shown: what matters are the differences. */
function axis(shown) {
  const low = Math.min(...shown.map(value => value.low)), high = Math.max(...shown.map(value => value.high));
  const step = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20].find(each => Math.floor(low) + 2 * each >= high) ?? 50;
  const ticks = [0, 1, 2].map(i => Math.floor(low) + i * step);
  return {ticks, digits: step % 1 ? 1 : 0, place: value => (value - ticks[0]) / (2 * step)};
}

/** One or two words for a set: whose it is, whether it is as good as the coach's, or what is kept with it. */
function tag({choice, more}, {sets, yours, state, star}) {
  const coachs = nameSet(sets.best);
  if (choice === coachs) return t(choice === yours ? "pass_tag_both" : "pass_tag_coach");
  if (choice === yours) return t("pass_tag_yours");
  if (more[1] <= 0) return t("pass_tag_fine");
  const keeps = state.hand.includes(star) && sets.best.includes(star) && !cardsOf(choice).includes(star);
  return keeps ? t("pass_tag_kept", {card: shortName(star)}) : "";
}

function SetRow({value, about, scale}) {
  const {sets, yours} = about, coachs = value.choice === nameSet(sets.best), mine = value.choice === yours;
  const sure = value.more[1] > 0, zero = scale.place(scale.ticks[0]);
  const reach = (value.more[2] - value.more[1]) / 2;
  return html`<tr class=${coachs ? "best" : mine && sure ? "bad mine" : mine ? "fair mine" : "fair"}>
    <th scope="row"><span class="tiles">${cardsOf(value.choice).map(card => html`<${Tile} card=${card} mini/>`)}</span><span class="tg">${tag(value, about)}</span></th>
    <td class="barcell" aria-hidden="true">${scale.ticks.map(tick => html`<i style=${{"--x": scale.place(tick)}}></i>`)}<span class="bar" style=${{"--z": zero, "--v": scale.place(value.mean) - zero}}></span>
      <span class="wh" style=${{"--l": scale.place(value.low), "--r": scale.place(value.high)}}></span></td>
    <td class="num"><b>${points(value.mean)}</b> <${Reach} of=${value}/></td>
    <td class="num more">${coachs ? "" : html`${sure ? html`<b>${points(value.more[0])}</b>` : points(value.more[0])} <small>± ${number(reach)}</small>`}</td></tr>`;
}

/** What the better set does otherwise, as a question. */
function question(sets) {
  const best = sets.best, worse = sets.yours && sets.yours !== nameSet(best) ? sets.yours
    : sets.values.filter(value => value.more[1] > 0).sort((one, other) => one.mean - other.mean)[0]?.choice;
  if (best.length === 1) return t("pass_why_1", {card: best[0]});
  const keeps = worse ? cardsOf(worse).filter(card => !best.includes(card)) : [];
  if (keeps.length === 1) return t("pass_why_keep", {cards: keeps});
  return t("pass_why", {n: count(best.length)});
}

function Why({sets, seats}) {
  const unclear = sets.story.flat().some(words => words.key.startsWith("pass_unclear") || words.key === "pass_same");
  return html`<${Story} story=${sets.story} numbers=${sets.why} seats=${seats} grey=${unclear}><b>${unclear ? `${t("unclear")}.` : question(sets)}</b><//>`;
}

/** The list of sets; grey bars until the coach has looked. */
export function PassPanel({state, sets, yours, star, longer}) {
  const n = state.hearts.passing.count;
  const heading = html`<h2>${t("pass_panel_" + n)} <small>${t("pass_note")}</small></h2>`;
  if (!sets) return html`<section class="pan values sets">${heading}<div class="ghosts" aria-hidden="true">${[62, 66, 74, 83, 91].map(width => html`<i style=${{width: `${width}%`}}></i>`)}</div>
    <p class="quiet">${t("pass_thinking")}</p></section>`;
  const shown = rows(sets, yours), scale = axis(shown), about = {sets, yours, state, star};
  const figures = {sets: sets.values.length, all: sets.sets, deals: sets.deals.toLocaleString(document.documentElement.lang), count: count(n)};
  return html`<section class="pan values sets">${heading}
    <table class=${"val" + (sets.effective < HOLLOW ? " hollow" : "")}><thead><tr><th scope="col">${t("pass_col_set")}</th>
      <td class="axis" aria-hidden="true">${scale.ticks.map(tick => html`<i style=${{"--x": scale.place(tick)}}>${points(tick, scale.digits)}</i>`)}</td>
      <th scope="col" class="r">${t("points")}</th><th scope="col" class="r">${t("pass_col_more")}</th></tr></thead>
      <tbody>${shown.map(value => html`<${SetRow} key=${value.choice} value=${value} about=${about} scale=${scale}/>`)}</tbody></table>
    <${Why} sets=${sets} seats=${state.seats}/>
    <p class="src"><span>${t(n === 1 ? "pass_source_1" : "pass_source", figures)}</span></p>
    <p class="longer"><button class="link" onClick=${longer}>${t("think_longer")}</button></p></section>`;
}
