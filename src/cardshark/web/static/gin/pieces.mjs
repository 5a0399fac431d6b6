// What lies on a gin table: the other hand, stock and pile, melds that were laid down, the turns so far, and the end of a hand.
import {html, useEffect, useRef, t, say, about, cardName, rankName, suitName, Face, Tile, Pip} from "../base.mjs";
import {expected, points} from "../panels.mjs";
import {Groups} from "./groups.mjs";
import {grouped} from "./hand.mjs";
import {Portrait} from "../cast.mjs";
import {Avatar, credited, underName} from "../table/avatar.mjs";
import {Ending} from "../table/ending.mjs";

/** The letter of each thing that can be done, as it stands on its button. */
export const KEYS = {stock: "s", pile: "t", pass: "p", knock: "k", play_on: "o", big_gin: "b", done: "d"};

const names = cards => cards.map(cardName).join(", ");

/** One player: name, kind, total, and what was just done. */
export function Player({n, state, deed}) {
  const seat = state.seats[n], own = n === state.you, boxes = state.gin.boxes[n];
  const label = [seat.name, own ? "" : underName(seat, state, own), t("label_total", {n: seat.total}), t("label_cards", {n: seat.cards}), state.thinking === n ? t("thinking") : ""].filter(Boolean).join(", ");
  return html`<section class="player" aria-label=${label}><div class="who"><${Avatar} seat=${seat} next=${state.turn === n} thinking=${state.thinking === n}/>
      <span class="nm"><b title=${seat.name}>${seat.name}</b><small>${underName(seat, state, own)}</small></span><span class="tot"><b>${seat.total}</b><small>${boxes ? t("gin_boxes", {n: boxes}) : t("total")}</small></span></div>
    ${deed && html`<p class="deed" key=${deed.key}>${deed.words}</p>`}</section>`;
}

/** The hidden cards of the other hand, and those that are known because they were taken from the pile. */
export function HiddenHand({seat, count}) {
  const known = seat.known ?? [], backs = Math.max(0, count - known.length);
  return html`<div class="theirs" role="img" aria-label=${known.length ? t("gin_known_label", {name: seat.name, cards: known}) : t("label_cards", {n: count})}>
    ${Array.from({length: backs}, (_, i) => html`<i class="back" key=${"back" + i} style=${{"--b": i - (count - 1) / 2}}></i>`)}
    ${known.map((card, i) => html`<span class=${"card known " + card[1]} key=${card} style=${{"--b": backs + i - (count - 1) / 2}}><${Face} card=${card}/></span>`)}</div>`;
}

/** An open hand as groups, with a sentence for those who do not see it. */
export const layoutGroups = ({melds, dead}) => [...melds.map(meld => ({kind: "meld", cards: meld.cards})), ...(dead.length ? [{kind: "loose", cards: dead}] : [])];
export function layoutLabel(name, {melds, dead, points: left}) {
  return t("gin_layout_label", {name, melds: melds.map(meld => names(meld.cards)).join("; ") || t("gin_no_melds"), dead: names(dead) || "–", n: left});
}

// ---- the middle ----

function Value({value}) {
  return html`<span class=${"chip " + value.grade} aria-hidden="true">${value.grade === "best" ? "★ " : ""}${points(-value.mean, 1, true)}</span>`;
}

function pileLabel(what, can, value) {
  const parts = [what];
  if (can) parts.push(can);
  if (value) parts.push(expected("gin_expected", value));
  return parts.join(". ") + ".";
}

/** The stock and the discard pile, both to be drawn from. */
export function Piles({state, values, cursor, deeds}) {
  const {pile, stock} = state.gin, top = pile.at(-1), drawing = state.phase === "draw" || state.phase === "offer";
  const canStock = state.legal.includes("stock"), canPile = state.legal.includes("pile");
  const flying = state.gin.acts.at(-1);
  return html`<div class="piles">
    <div class="pilebox"><button class=${"stack" + (canStock ? " ok" : "") + (canStock && values?.get("stock")?.grade === "best" ? " best" : "")} data-choice="stock" tabindex=${cursor === "stock" ? 0 : -1} aria-disabled=${canStock ? null : "true"} aria-label=${pileLabel(t("gin_stock_label", {n: stock}), canStock && t("gin_draw_it"), canStock && values?.get("stock"))} onClick=${() => deeds.choose("stock")}>
        ${[2, 1, 0].map(k => stock > k * 6 && html`<i class="back" style=${{"--k": k}}></i>`)}${!stock && html`<i class="slot"></i>`}</button>
      ${canStock && values?.get("stock") && html`<${Value} value=${values.get("stock")}/>`}<span class="cap">${t("gin_stock")} <b>${stock}</b>${drawing && canStock && html` <kbd>S</kbd>`}</span></div>
    <div class="pilebox"><button class=${"stack" + (canPile ? " ok" : "") + (canPile && values?.get("pile")?.grade === "best" ? " best" : "")} data-choice="pile" tabindex=${cursor === "pile" ? 0 : -1} aria-disabled=${canPile ? null : "true"} aria-label=${pileLabel(top ? t("gin_pile_label", {card: top, n: pile.length}) : t("gin_pile_empty"), canPile && t("gin_take_it"), canPile && values?.get("pile"))} onClick=${() => deeds.choose("pile")}>
        ${top ? pile.slice(-3).map((card, k, some) => html`<span class=${`card ${card[1]} ${k === some.length - 1 ? "top" + (flying?.what === "discard" ? " from" + (flying.seat === (state.you ?? 0) ? "below" : "above") : "") : "under"}`} style=${{"--k": some.length - 1 - k}} key=${card}><${Face} card=${card}/></span>`) : html`<i class="slot"></i>`}</button>
      ${canPile && values?.get("pile") && html`<${Value} value=${values.get("pile")}/>`}<span class="cap">${t("gin_pile")}${drawing && canPile && html` <kbd>T</kbd>`}</span></div></div>`;
}

/** The knocker's hand on the table, with what was laid off on it. */
export function Spread({state}) {
  const {knocker, spread, spread_deadwood: dead, laid_off: laid} = state.gin, name = state.seats[knocker].name;
  const groups = [...spread.map(meld => ({kind: "meld", cards: meld.cards})), ...(dead.length ? [{kind: "loose", cards: dead}] : [])];
  return html`<section class="spread" aria-label=${t("gin_spread_of", {name})}><h2>${knocker === state.you ? t("gin_spread_yours") : t("gin_spread_of", {name})}</h2>
    <${Groups} groups=${groups} lit=${laid} label=${layoutLabel(name, {melds: spread, dead, points: dead.reduce((sum, card) => sum + Math.min("A23456789TJQK".indexOf(card[0]) + 1, 10), 0)})}/></section>`;
}

/** The ways to lay down one's hand. */
export function Ways({state, values, cursor, deeds}) {
  const {ways} = state.gin;
  return html`<section class="ways" aria-label=${t("gin_ways")}><h2>${t("gin_ways")}</h2>${ways.map((melds, k) => {
    const groups = grouped(state.hand, melds), choice = `way ${k + 1}`, dead = groups.filter(group => group.kind === "loose").flatMap(group => group.cards);
    const left = dead.reduce((sum, card) => sum + Math.min("A23456789TJQK".indexOf(card[0]) + 1, 10), 0);
    return html`<button class="way" key=${choice} data-choice=${choice} tabindex=${cursor === choice ? 0 : -1} onClick=${() => deeds.choose(choice)}>
      <b>${k + 1}</b><${Groups} groups=${groups} label=""/><span class="sr">${melds.map(meld => names(meld.cards)).join("; ") || t("gin_no_melds")}</span> <span class="left">${t("gin_deadwood")} <b>${left}</b>${values?.get(choice) && html` <small>${points(-values.get(choice).mean, 1, true)}</small>`}</span></button>`;
  })}</section>`;
}

// ---- the turns so far ----

/** The acts of a hand as turns: who, where from, what was thrown. */
function turnsOf(acts) {
  const turns = [];
  for (const {seat, what, card = ""} of acts) {
    if (what === "stock" || what === "pile") turns.push({seat, from: what, took: card, threw: "", end: ""});
    else if (what === "pass") turns.push({seat, from: "", took: "", threw: "", end: "pass", card});
    else if (what === "discard" && turns.length) turns.at(-1).threw = card;
    else if (what === "lay-off") turns.push({seat, from: "", took: "", threw: card, end: "lay-off"});
    else if (what !== "spread" && what !== "done" && turns.length) turns.at(-1).end = what;
  }
  return turns;
}

function turnWords(turn, {name, player}) {
  const says = (what, card) => about(`gin_says_${what}`, player === "you", {name, card});
  if (turn.end === "pass") return says("pass", turn.card);
  if (turn.end === "lay-off") return says("lay-off", turn.threw);
  const parts = [turn.from === "pile" ? says("pile", turn.took) : turn.took ? says("drew", turn.took) : says("stock")];
  if (turn.threw) parts.push(says("discard", turn.threw));
  if (turn.end) parts.push(says(turn.end));
  return parts.join(" ");
}

export function Turns({state}) {
  const box = useRef(), turns = turnsOf(state.gin.acts);
  useEffect(() => { if (box.current) box.current.scrollLeft = box.current.scrollWidth; }, [turns.length]);
  return html`<section class="hist turns" aria-label=${t("gin_turns")}><ol ref=${box} tabindex="0" aria-label=${t("gin_turns")}>${turns.length ? turns.map((turn, i) => html`<li key=${i} class=${(i === turns.length - 1 ? "now" : "") + (turn.seat === (state.you ?? 0) ? " mine" : "")}>
      <span class="sr">${turnWords(turn, state.seats[turn.seat])}</span><div aria-hidden="true"><em>${state.seats[turn.seat].name}</em>
      <span class="step">${turn.end === "pass" ? html`<small>${t("gin_left_it")}</small>` : turn.end === "lay-off" ? html`<small>${t("gin_laid_off")}</small>` : turn.took ? html`<${Tile} card=${turn.took} mini/>` : html`<i class="back tiny"></i>`}</span>
      ${turn.threw && html`<span class="step out"><b>↓</b><${Tile} card=${turn.threw} mini/></span>`}${turn.end && !["pass", "lay-off"].includes(turn.end) && html`<strong>${t("gin_mark_" + turn.end)}</strong>`}</div></li>`) : html`<li class="todo"><div><em>${t("gin_turns_none")}</em></div></li>`}</ol></section>`;
}

// ---- where the hidden cards are ----

/** Heat-map of the other hand, ace low; what was taken from the pile is known. */
export function OtherHand({state, thoughts, other}) {
  const seat = state.seats[other], beliefs = thoughts?.beliefs?.[other] ?? {}, known = seat.known ?? [];
  const thrown = new Set([...state.gin.pile, ...state.gin.acts.filter(act => act.what === "discard").map(act => act.card)]);
  const heading = html`<h2>${t("gin_other_title", {name: seat.name})} <small>${known.length ? t("gin_known_n", {n: known.length}) : ""}</small></h2>`;
  if (!Object.keys(beliefs).length) return html`<section class="pan belief">${heading}<p class="quiet">${t("beliefs_none")}</p></section>`;
  return html`<section class="pan belief">${heading}<table class="heat gin"><caption class="sr">${t("beliefs_of", {name: seat.name})}</caption>
    <thead><tr><td></td>${[..."A23456789TJQK"].map(rank => html`<th scope="col" aria-label=${rankName(rank)}>${rank === "T" ? "10" : rank}</th>`)}</tr></thead>
    <tbody>${[..."SHDC"].map(suit => html`<tr><th scope="row" class=${suit}><${Pip} suit=${suit}/><span class="sr">${suitName(suit)}</span></th>
      ${[..."A23456789TJQK"].map(rank => html`<${Cell} key=${rank} card=${rank + suit} chance=${beliefs[rank + suit] ?? 0} mine=${state.hand.includes(rank + suit)} gone=${thrown.has(rank + suit) && !known.includes(rank + suit) && !beliefs[rank + suit]} sure=${known.includes(rank + suit)}/>`)}</tr>`)}</tbody></table>
    <p class="legend"><span class="ramp" aria-hidden="true"></span> <span>0–100 %</span> <span><i class="lk1"></i> ${t("gin_known")}</span> <span><i class="lm"></i> ${t("yours")}</span> <span><i class="lg"></i> ${t("gin_thrown")}</span></p></section>`;
}

function Cell({card, chance, mine, gone, sure}) {
  const name = cardName(card), whole = Math.round(chance * 100);
  if (mine) return html`<td class="mine" title=${t("cell_yours", {name})}><i></i><span class="sr">${t("yours")}</span></td>`;
  if (gone) return html`<td class="gone" title=${`${name}: ${t("gin_thrown")}`}><span class="sr">${t("gin_thrown")}</span></td>`;
  if (sure) return html`<td class="vhi sure" style=${{"--p": 1}} title=${`${name}: ${t("gin_known")}`}><span aria-hidden="true">✓</span><span class="sr">${t("gin_known")}</span></td>`;
  const kind = chance < 0.005 ? "z" : chance > 0.85 ? "vhi" : chance > 0.61 ? "hi" : "";
  const tone = chance > 0.61 ? Math.max(chance, 0.67) : Math.min(chance, 0.56); // between these tones neither black nor white text can be read
  return html`<td class=${kind} style=${{"--p": tone.toFixed(2)}} title=${`${name}: ${whole}%`}>${chance < 0.005 ? html`<span class="sr">0</span>` : whole}</td>`;
}

// ---- the end of a hand ----

/** Words of the server, spoken to the person whom they are about. */
export function ginSay(words, state) {
  const you = words.args?.seat === state.you && /^gin_end_(knock|gin|big_gin|undercut)$/.test(words.key);
  return say(you ? {...words, key: words.key + "_you"} : words, state.seats);
}

/** Both hands as they lie, and what they are worth. */
export function GinOver({state, deeds, go}) {
  const {result, seats, you, gin} = state, order = you === 1 ? [0, 1] : [1, 0];
  return html`<${Ending} state=${state} deeds=${deeds} go=${go} className="ginover" sayWords=${words => ginSay(words, state)}>
    ${order.map(n => { const layout = gin.layouts?.[n]; return html`<div class=${"laid" + (result.winners.includes(n) ? " won" : "")} key=${n}><div class="line"><${Portrait} who=${seats[n].who}/><b>${credited(seats[n])}</b>${layout && html`<span>${t("gin_deadwood")} <b>${layout.points}</b></span>`}
        <span>${t("this_hand")} <b>${points(result.counted[n], 0, true)}</b></span><span>${t("total")} <b class="sum">${seats[n].total}</b></span>${gin.boxes[n] ? html`<span>${t("gin_boxes", {n: gin.boxes[n]})}</span>` : ""}</div>
      ${layout && html`<${Groups} groups=${layoutGroups(layout)} lit=${gin.laid_off} label=${layoutLabel(seats[n].name, layout)}/>`}
      ${layout?.laid_off?.length > 0 && html`<p class="off">${t("gin_laid_off")} ${layout.laid_off.map(card => html`<${Tile} card=${card} mini/> `)}</p>`}</div>`; })}<//>`;
}
