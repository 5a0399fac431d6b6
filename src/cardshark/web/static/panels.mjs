// What the coach shows, at the table and in the review: what each choice costs, where the hidden cards are, luck and play.
import {html, useState, useEffect, useRef, t, known, cardName, rankName, suitName, number, Pip, Tile} from "./base.mjs";
import {Story} from "./story.mjs";

const RANKS = "23456789TJQKA";
export const isCard = choice => /^[2-9TJQKA][SHDC]$/.test(choice);
/** A number with a real minus sign; with `plus` also a plus sign. */
export function points(value, digits = 1, plus = false) {
  const rounded = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return (rounded < 0 ? "−" : plus && rounded > 0 ? "+" : "") + number(Math.abs(rounded), digits);
}
export const percent = chance => chance > 0.995 ? ">99%" : chance < 0.005 ? "<1%" : `${Math.round(chance * 100)}%`;
const words = (word, n) => t("choice_" + word, {n});
/** The cards of a choice: one, or those of a set to pass ("QD TH QS"); none if it is a word. */
export const cardsIn = choice => choice.split(" ").every(isCard) ? choice.split(" ") : [];
/** A choice in words: cards by their names, anything else by its own text, with its number if it has one ("way 2"). */
export const choiceName = choice => cardsIn(choice).map(cardName).join(", ") || words(...choice.split(" "));
export const Choice = ({choice, mini}) => !cardsIn(choice).length ? html`<span class="word">${choiceName(choice)}</span>`
  : html`<span class="tiles">${cardsIn(choice).map(card => html`<${Tile} card=${card} mini=${mini || cardsIn(choice).length > 1}/>`)}</span>`;

/** Half of an interval, as a number; nothing where hardly anything was left to chance. */
const reach = ({low, high}) => high - low >= 0.1 ? number((high - low) / 2) : "";
const plusMinus = value => reach(value) && "±" + reach(value);
export const Reach = ({of}) => reach(of) && html`<small>${plusMinus(of)}</small>`;
/** "0.7 ± 0.3": a cost with its interval. */
export const giveOrTake = ({cost, low, high}) => reach({low, high}) ? `${number(cost)} ± ${reach({low, high})}` : number(cost);
/** "Expected 3.2 points, give or take 0.4": in the words of this key; where points are won and lost, it has words for each. */
export function expected(key, value) {
  const side = known(`${key}_won`) ? value.mean > 0 ? "_lost" : "_won" : "";
  return t(key + side + (reach(value) ? "" : "_sure"), {points: side ? number(Math.abs(value.mean)) : points(value.mean), shaky: reach(value)});
}
/** A value as it is shown: what a choice costs, or where points are won (`sign` -1) what it wins. */
export const counted = (value, sign) => sign < 0 ? {...value, mean: -value.mean, low: -value.high, high: -value.low} : value;

// ---- what each choice costs ----

export const HOLLOW = 100; // with fewer effective deals the bars are drawn hollow
const MUCH = 0.4; // points from which a difference counts as a mistake

/** How good each choice is: "best", "fair", "bad", or "unclear" where the best cannot be told from it. */
export function grades(thoughts) {
  const ordered = [...thoughts.values].sort((a, b) => a.mean - b.mean);
  const least = ordered[0]?.mean;
  const grade = value => thoughts.clear === false && value.best >= 0.05 ? "unclear"
    : value.mean === least ? "best" : value.mean - least >= MUCH && value.best < 0.05 ? "bad" : "fair";
  return new Map(ordered.map(value => [value.choice, grade(value)]));
}

/** Round numbers for an axis that holds all of these, with zero. */
export function axis(numbers) {
  const low = Math.min(0, ...numbers), high = Math.max(0.5, ...numbers);
  const step = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].find(each => (high - low) / each <= 4.2) ?? 500;
  const from = Math.floor(low / step + 1e-9), to = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({length: to - from + 1}, (_, i) => (from + i) * step);
  return {ticks, place: value => (value - from * step) / ((to - from) * step)};
}

function Bar({value, place, ticks}) {
  const zero = place(0), end = place(value.mean);
  return html`<td class="barcell" aria-hidden="true">${ticks.map(tick => html`<i style=${{"--x": place(tick)}}>
      </i>`)}<span class="bar" style=${{"--z": Math.min(zero, end), "--v": Math.abs(end - zero)}}></span>
    <span class="wh" style=${{"--l": place(value.low), "--r": place(value.high)}}></span></td>`;
}

function ValueRow({value, grade, place, ticks, chosen}) {
  return html`<tr class=${grade + (chosen ? " chosen" : "")}><th scope="row"><${Choice} choice=${value.choice}/></th>
      <${Bar} value=${value} place=${place} ticks=${ticks}/>
    <td class="num"><b>${points(value.mean)}</b> <${Reach} of=${value}/></td><td class="pb">${percent(value.best)}</td></tr>`;
}

/** Bars with whiskers, best first. `thoughts` has values, deals, effective, judge, clear and why; `chosen` is marked; `longer` asks for more thought. */
export function Values({thoughts, seats = [], title, note, chosen, longer, most = 13, sign = 1}) {
  const heading = html`<h2>${title ?? t("values_title")} <small>${note ?? t("values_note")}</small></h2>`;
  if (!thoughts?.values?.length) return html`<section class="pan values">${heading}<p class="quiet">${t("values_none")}</p></section>`;
  const ordered = [...thoughts.values].sort((a, b) => a.mean - b.mean);
  const shown = ordered.slice(0, most).map(value => counted(value, sign));
  const {ticks, place} = axis(shown.flatMap(value => [value.low, value.high, value.mean]));
  const grade = grades(thoughts);
  return html`<section class="pan values">${heading}
    <table class=${"val" + (thoughts.effective < HOLLOW ? " hollow" : "") + (shown.length > 5 ? " tight" : "")}>
      <thead><tr><td></td><td class="axis" aria-hidden="true">${ticks.map(tick => html`<i style=${{"--x": place(tick)}}>
        ${points(tick, ticks[1] - ticks[0] < 1 ? 1 : 0)}</i>`)}</td>
        <th class="r" scope="col">${t("points")}</th><th class="r" scope="col">${t("best_question")}</th></tr></thead>
      <tbody>${shown.map(value => html`<${ValueRow} key=${value.choice} value=${value} grade=${grade.get(value.choice)} place=${place} ticks=${ticks}
        chosen=${value.choice === chosen}/>`)}</tbody>
        </table>
    <${Why} thoughts=${thoughts} seats=${seats} best=${ordered[0].choice}/>
    <p class="src"><span>${source(thoughts)}</span> ${longer && html`<button class="link" onClick=${longer}>${t("think_longer")}</button>`}</p>
      </section>`;
}

/** Who plays imagined deals to their end, in words. */
export const judgeName = judge => known("judge_" + judge) ? t("judge_" + judge) : judge;

function source({deals, effective, judge}) {
  const count = n => Math.round(n).toLocaleString(document.documentElement.lang);
  const all = deals === 1 || effective > deals + 0.5; // no more deals are possible, so nothing is left to chance
  const words = all ? t("deals_all", {n: deals, deals: count(deals)}) : effective && effective < deals - 0.5 ? t("deals_effective", {deals: count(deals), effective: count(effective)}) : t("deals_same", {deals: count(deals)});
  return words + (judge ? " · " + t("played_by", {judge: judgeName(judge)}) : "");
}

/** Why the best choice is best, or what the choice is about where two cannot be told apart. */
export function Why({thoughts, seats, best}) {
  const unclear = thoughts.clear === false, word = best.split(" ")[0];
  const question = isCard(best) ? t("ask_why_card", {card: best}) : t(`ask_why_${word}`, {n: best.split(" ")[1]});
  return html`<${Story} story=${thoughts.story} numbers=${thoughts.why} seats=${seats} grey=${unclear}>${unclear ? null : html`<b>${question}</b>`}</${Story}>`;
}

/** The best choice and what it is expected to cost, or that it is unclear, for screen readers. */
function hintWords({values, best, clear}, key) {
  const least = values.reduce((found, value) => value.mean < found.mean ? value : found);
  const words = best.length ? t("says_hint", {choice: best.map(choiceName).join(", ")}) : `${t("says_hint", {choice: choiceName(least.choice)})} ${expected(key, least)}.`;
  return clear === false ? `${t("unclear")}. ${t("unclear_why")} ${words}` : words;
}

/** A hint is said aloud, once. `key` names the words for what a choice is expected to cost. */
export function useHint(state, thoughts, announce, key) {
  const said = useRef(null);
  useEffect(() => {
    if (!thoughts?.hint || thoughts === said.current || thoughts.seq !== state.seq || !thoughts.values.length) return;
    said.current = thoughts;
    announce(hintWords(thoughts, key));
  }, [thoughts]);
}

// ---- where the hidden cards are ----

/** Heat-map of one player's cards. `beliefs` is a list by seat (card to chance), `mine` and `played` are cards; `star` the card that everybody fears; `truth` what each seat really had. */
export function Beliefs({beliefs, seats, you, mine, played, star = "", truth}) {
  const others = order(seats.length, you).filter(seat => beliefs?.[seat] && Object.keys(beliefs[seat]).length);
  const [picked, pick] = useState(null);
  const seat = others.includes(picked) ? picked : mostFeared(beliefs, others, star);
  const unseen = new Set(others.flatMap(each => Object.keys(beliefs[each]))).size;
  const heading = html`<h2>${t("beliefs_title")} <small>${unseen ? t("unseen", {n: unseen}) : ""}</small></h2>`;
  if (!others.length) return html`<section class="pan belief">${heading}<p class="quiet">${t("beliefs_none")}</p></section>`;
  const deck = deckRanks([...mine, ...played, ...others.flatMap(each => Object.keys(beliefs[each]))]);
  return html`<section class="pan belief">${heading}
    ${others.length > 1 && html`<div class="seg who3" role="radiogroup" aria-label=${t("player")}>${others.map(each => html`<label key=${each}>
      <input type="radio" name="belief" checked=${each === seat} onChange=${() => pick(each)}/>${seats[each].name}</label>`)}</div>`}
    <table class="heat"><caption class="sr">${t("beliefs_of", {name: seats[seat].name})}</caption>
      <thead><tr><td></td>${deck.map(rank => html`<th scope="col" aria-label=${rankName(rank)}>${rank === "T" ? "10" : rank}</th>`)}</tr></thead>
      <tbody>${[..."SHDC"].map(suit => html`<tr><th scope="row" class=${suit}><${Pip} suit=${suit}/><span class="sr">${suitName(suit)}</span></th>
        ${deck.map(rank => html`<${Heat} key=${rank + suit} card=${rank + suit} chance=${beliefs[seat][rank + suit]}
          mine=${mine.includes(rank + suit)} gone=${played.includes(rank + suit)} star=${rank + suit === star} real=${truth?.[seat]?.includes(rank + suit)}/>`)}</tr>`)}</tbody>
          </table>
    <p class="legend"><span class="ramp" aria-hidden="true"></span> <span>${t("beliefs_ramp")}</span> <span><i class="lm">
      </i> ${t("yours")}</span> <span><i class="lg"></i> ${t("played")}</span>${truth && html` <span><i class="lt"></i> ${t("really")}</span>`}</p>
      </section>`;
}

function Heat({card, chance = 0, mine, gone, star, real}) {
  const name = cardName(card);
  if (mine) return html`<td class="mine" title=${t("cell_yours", {name})}><i></i><span class="sr">${t("yours")}</span></td>`;
  if (gone) return html`<td class="gone" title=${t("cell_played", {name})}><span class="sr">${t("played")}</span></td>`;
  const whole = Math.round(chance * 100);
  const kind = (chance < 0.005 ? "z" : chance > 0.87 ? "vhi" : chance > 0.6 ? "hi" : "") + (star ? " star" : "") + (real ? " real" : "");
  return html`<td class=${kind} style=${{"--p": chance.toFixed(2)}} title=${`${name}: ${whole}%`}>
      ${chance < 0.005 ? html`<span class="sr">0</span>` : whole}</td>`;
}

const order = (count, you) => Array.from({length: count}, (_, i) => ((you ?? 0) + 1 + i) % count).filter(seat => seat !== you);
const mostFeared = (beliefs, others, star) => others.reduce((best, seat) => (beliefs[seat][star] ?? 0) > (beliefs[best][star] ?? 0) ? seat : best, others[0]);
function deckRanks(cards) {
  const places = cards.map(card => RANKS.indexOf(card[0]));
  return [...RANKS].slice(Math.min(...places), Math.max(...places) + 1);
}

// ---- luck and play ----

/** Good or bad luck, by what it cost. */
export const luckWord = cost => t(cost < -0.05 ? "review_good_luck" : cost > 0.05 ? "review_bad_luck" : "review_luck");

/** Where the person stands and why: deal, luck and play add up to now. Where points are won, `outcome` says "3.2 won"; the bars then count what is won. */
export function LuckPanel({luck, title, unit, outcome = points}) {
  const heading = html`<h2>${title ?? t("luck_title")} <small>${unit ?? t("luck_unit")}</small></h2>`;
  if (!luck) return html`<section class="pan luck">${heading}<p class="quiet">${t("luck_none")}</p></section>`;
  const {deal, luck: chance, play, low, high, now} = luck, sign = outcome === points ? 1 : -1;
  const {place} = axis([0, deal, deal + chance, now].map(stop => sign * stop));
  const row = (label, from, to, kind, text, small) => html`<div class=${kind === "sum" ? "sum" : ""}><span>${label}</span>
    <i class=${kind === "sum" ? "base" : kind} style=${{left: `${100 * place(Math.min(sign * from, sign * to))}%`, width: `${100 * Math.abs(place(sign * to) - place(sign * from))}%`}}>
      </i>
    <b style=${{left: `${100 * place(Math.max(sign * from, sign * to))}%`}}>${text}${small && html` <small>${small}</small>`}</b></div>`;
  const shaky = plusMinus({low, high}), lost = t("luck_lost", {points: number(Math.max(play, 0))});
  return html`<section class="pan luck">${heading}
    <div class="wf" role="img" aria-label=${t("luck_label", {deal: outcome(deal), luck: `${luckWord(chance)} ${number(Math.abs(chance))}`, play: `${lost} ${shaky}`.trim(), now: outcome(now)})}>
      ${row(t("luck_deal"), 0, deal, "base", outcome(deal))}
      ${row(luckWord(chance), deal, deal + chance, chance < 0 ? "lk good" : "lk", number(Math.abs(chance)))}
      ${row(t("luck_play"), deal + chance, now, play > 0.05 ? "sk" : "skb", lost, shaky)}
      ${row(t("luck_now"), 0, now, "sum", outcome(now))}
    </div></section>`;
}
