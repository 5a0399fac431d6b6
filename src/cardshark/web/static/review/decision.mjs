// One decision of a reviewed hand: what was chosen, what was better and why, what could be known then and what was true.
import {html, t, number, cardName, suitName, Face, Pip, Tile, useEffect, useRef, useState} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {axis, Beliefs, cardsIn, Choice, choiceName, counted, giveOrTake, HOLLOW, isCard, points, Reach} from "../panels.mjs";
import {Story} from "../story.mjs";

const LOOK = {mistake: "bad", slip: "slip", unclear: "unclear", fine: "fine", best: "fine", forced: "forced"};
const ENOUGH = 4; // choices that are shown until all are asked for

/** A text of words/ whose gaps hold pieces of the page instead of words. */
export function rich(key, pieces) {
  const marked = Object.fromEntries(Object.keys(pieces).map(name => [name, `\u0001${name}\u0001`]));
  return t(key, marked).split("\u0001").map((text, place) => place % 2 ? pieces[text] : text);
}

/** How a choice is judged: a word and a colour. */
export const Verdict = ({verdict}) => html`<span class=${`verdict ${LOOK[verdict]}`}>${t(`review_verdict_${verdict}`)}</span>`;

/** Whose decisions these are: "You", or a name. */
export const nameOf = (player, start = true) => player.player === "you" ? t(start ? "review_you" : "review_you_inside") : player.name;

/** The pieces of the sentence that says how good a choice was; `piece` puts a card on the page. */
function sentence(decision, review, piece) {
  const {did, phrase} = GAMES[review.game].review, named = choice => isCard(choice) ? piece(choice) : phrase(decision, choice, piece);
  const pieces = {who: nameOf(review.players[review.seat]), did: did(decision), chosen: named(decision.chosen), better: named(decision.best), cost: giveOrTake(decision)};
  const key = decision.forced ? "forced" : decision.verdict === "best" ? "best" : decision.verdict === "mistake" || decision.verdict === "slip" ? "cost" : "close";
  return [`review_said_${key}`, pieces];
}

/** A decision in one sentence, for screen readers. */
export function inWords(decision, review) {
  const [key, pieces] = sentence(decision, review, cardName);
  return `${GAMES[review.game].review.place(decision)}, ${t(`review_verdict_${decision.verdict}`)}. ${t(key, pieces)}`;
}

function Said({decision, review}) {
  const [key, pieces] = sentence(decision, review, card => html`<${Tile} card=${card}/>`);
  return html`<p class="said">${rich(key, {...pieces, cost: html`<b>${pieces.cost}</b>`})}</p>`;
}

const Shown = ({card, caption, kind = ""}) => html`<figure class=${kind}><div class=${`card ${card[1]}`} role="img" aria-label=${cardName(card)}><${Face} card=${card}/></div><figcaption>${caption}</figcaption></figure>`;

/** The whole trick as it was played, and the better card beside it. */
function TrickCards({decision, review}) {
  const better = !decision.forced && decision.verdict !== "best" && isCard(decision.best);
  const {Moment} = GAMES[review.game].review;
  if (Moment) return html`<${Moment} decision=${decision}/>`;
  const shown = decision.cards.length ? decision.cards : isCard(decision.chosen) ? [{seat: review.seat, card: decision.chosen}] : [];
  if (cardsIn(decision.chosen).length > 1) return html`<${PassedCards} decision=${decision} review=${review}/>`;
  if (!shown.length && !better) return null;
  const wrong = decision.verdict === "mistake" || decision.verdict === "slip";
  return html`<div class="played">
    ${shown.map(({seat, card}) => html`<${Shown} key=${card} card=${card} caption=${nameOf(review.players[seat])} kind=${seat === review.seat ? wrong ? "mine wrong" : "mine" : ""}/>`)}
    ${better && html`<${Shown} key="better" card=${decision.best} caption=${t(wrong ? "review_better" : "review_also")} kind="better"/>`}
  </div>`;
}

/** The cards that were passed together, and under them the better ones. */
function PassedCards({decision, review}) {
  const wrong = decision.verdict === "mistake" || decision.verdict === "slip", close = decision.verdict === "unclear" || decision.verdict === "fine";
  const row = (set, caption, kind) => html`<figure class=${kind}><div>${cardsIn(set).map(card => html`<div key=${card} class=${`card ${card[1]}`} role="img" aria-label=${cardName(card)}><${Face} card=${card}/></div>`)}</div><figcaption>${caption}</figcaption></figure>`;
  return html`<div class="played passed">${row(decision.chosen, nameOf(review.players[review.seat]), wrong ? "wrong" : "")}
    ${(wrong || close) && decision.best !== decision.chosen && row(decision.best, t(wrong ? "review_better" : "review_also"), "better")}</div>`;
}

// ---- what each choice costs ----

/** A small sign on a bar, with what it says. */
const Sign = ({kind, x, text}) => html`<i class=${kind} style=${{"--x": x}} title=${text}></i><span class="sr">${text}</span>`;

/** Bars with whiskers as at the table; with all cards open a diamond shows what was true, and a ring what the seat's own player thought. */
function Bars({decision, review, open}) {
  const [all, setAll] = useState(false);
  const {sign} = GAMES[review.game].review, ordered = [...decision.values].sort((a, b) => (b.choice === decision.best) - (a.choice === decision.best) || a.mean - b.mean).map(value => counted(value, sign));
  if (!ordered.length) return null;
  const means = values => new Map(values.map(value => [value.choice, sign * value.mean])), truth = means(open ? decision.open : []), own = means(decision.own ?? []);
  const several = cardsIn(decision.chosen).length > 1;
  const shown = all || several || ordered.length <= ENOUGH + 1 ? ordered : ordered.filter((value, rank) => rank < ENOUGH || value.choice === decision.chosen);
  const scale = axis(shown.flatMap(({choice, mean, low, high}) => [mean, low, high, truth.get(choice) ?? 0, own.get(choice) ?? 0]));
  const kind = choice => choice === decision.best ? "best" : choice !== decision.chosen ? "fair" : decision.verdict === "mistake" || decision.verdict === "slip" ? "bad" : "fair";
  const mine = nameOf(review.players[review.seat]);
  const tag = choice => choice === decision.chosen ? review.players[review.seat].player === "you" ? t("review_yours") : mine : choice === decision.best ? t("review_best_tag") : "";
  const hollow = decision.effective < HOLLOW && !decision.forced;
  return html`<table class=${`val${several ? " of-sets" : ""}${hollow ? " hollow" : ""}${shown.length > 5 ? " tight" : ""}`}>
    <caption class="sr">${t("review_values_caption")}</caption><colgroup><col/><col/><col/><col/></colgroup>
    <thead class="sr"><tr>${["choice", "bar", "points", "tag"].map(name => html`<th scope="col">${t(`review_head_${name}`)}</th>`)}</tr></thead>
    <tbody>${shown.map(({choice, mean, low, high}) => html`<tr key=${choice} class=${`${kind(choice)}${choice === decision.chosen ? " mine" : ""}`}>
      <th scope="row"><${Choice} choice=${choice}/></th>
      <td class="barcell"><span class="bar" style=${{"--z": Math.min(scale.place(0), scale.place(mean)), "--v": Math.abs(scale.place(mean) - scale.place(0))}}></span>
        <span class="wh" style=${{"--l": scale.place(low), "--r": scale.place(high)}}></span>
        ${own.has(choice) && html`<${Sign} kind="ring" x=${scale.place(own.get(choice))} text=${t("review_own_says", {who: mine, points: points(own.get(choice))})}/>`}
        ${truth.has(choice) && html`<${Sign} kind="diamond" x=${scale.place(truth.get(choice))} text=${t("review_open_says", {points: points(truth.get(choice))})}/>`}
      </td>
      <td class="num"><b>${points(mean)}</b> <${Reach} of=${{low, high}}/></td><td class="pb">${tag(choice)}</td></tr>`)}</tbody></table>
    ${shown.length < ordered.length && html`<button class="link more" onClick=${() => setAll(true)}>${t("review_show_all", {n: ordered.length})}</button>`}
    <p class="source">${hollow ? t("review_few_deals", {n: Math.round(decision.effective)}) : t("review_deals", {n: decision.deals ?? review.deals, judge: review.judge})}
      ${own.size > 0 && html` <span><i class="ring" aria-hidden="true"></i> ${t("review_own_key", {who: mine})}</span>`}${truth.size > 0 && html` <span><i class="diamond" aria-hidden="true"></i> ${t("review_open_key")}</span>`}</p>`;
}

// ---- what could be known, and what was true ----

const RANKS = "AKQJT98765432";
const short = card => card[0] === "T" ? "10" : card[0];

/** Everybody's cards at that moment, suit by suit; a suit is as wide as the longest of its holdings needs. */
function Hands({decision, review}) {
  const order = review.players.map((_, seat) => (review.seat + 1 + seat) % review.players.length);
  const held = (seat, suit) => (decision.hands[seat] ?? []).filter(card => card[1] === suit).sort((a, b) => RANKS.indexOf(a[0]) - RANKS.indexOf(b[0]));
  const columns = [..."SHDC"].map(suit => `minmax(max-content,${1 + Math.max(...order.map(seat => held(seat, suit).length))}fr)`).join(" ");
  const feared = (card, seat) => card === GAMES[review.game].review.star || (card === decision.best && seat === review.seat);
  return html`<dl class="hands" aria-label=${t("review_hands_caption")}>${order.map(seat => html`<dt class=${seat === review.seat ? "mine" : ""}>${nameOf(review.players[seat])}</dt>
    <dd style=${{gridTemplateColumns: columns}}>${[..."SHDC"].map(suit => html`<span class=${suit}><${Pip} suit=${suit}/><span class="sr">${suitName(suit)}: </span>
      ${held(seat, suit).length ? held(seat, suit).map(card => html`${feared(card, seat) ? html`<b>${short(card)}</b>` : short(card)} `) : "–"}</span>`)}</dd>`)}</dl>`;
}

/** How good the beliefs were: the mean chance that they gave to the player who really held a card, and what guessing would give. */
function calibration(decision, seat) {
  const others = decision.hands.map((_, other) => other).filter(other => other !== seat && Object.keys(decision.beliefs[other] ?? {}).length);
  const chances = others.flatMap(other => decision.hands[other].map(card => decision.beliefs[other][card]).filter(chance => chance !== undefined));
  return chances.length ? {mean: chances.reduce((sum, chance) => sum + chance, 0) / chances.length, others: others.length} : null;
}

function Knew({decision, review}) {
  const seats = review.players.map(player => ({...player, name: nameOf(player)})), held = new Set(decision.hands.flat());
  const played = review.dealt.flat().filter(card => !held.has(card)), score = calibration(decision, review.seat);
  return html`<${Beliefs} beliefs=${decision.beliefs} seats=${seats} you=${review.seat} mine=${decision.hands[review.seat] ?? []} played=${played} star=${GAMES[review.game].review.star} truth=${decision.hands}/>
    ${score && html`<p class="note">${t("review_calibration", {mean: Math.round(score.mean * 100)})} ${score.others > 1 ? t("review_calibration_guess", {guess: Math.round(100 / score.others)}) : ""}</p>`}`;
}

function openNote(decision) {
  const best = decision.open.reduce((least, value) => !least || value.mean < least.mean ? value : least, null);
  if (decision.forced || !best) return t("review_open_forced");
  const key = decision.open_cost < 0.05 || best.choice === decision.chosen ? "review_open_best" : "review_open_better";
  return t(key, {choice: choiceName(best.choice), cost: number(decision.open_cost)});
}

/** The panel of the selected decision; `lens` is "knew" or "open". */
export function Decision({review, decision, lens, setLens, children}) {
  const players = review.players.map(player => ({...player, name: nameOf(player)})), mine = players[review.seat];
  const body = useRef(null), seen = useRef(lens);
  useEffect(() => { if (seen.current !== lens) body.current.scrollTo(0, body.current.scrollHeight); seen.current = lens; }, [lens]); // what was asked for stands at its end
  const knew = mine.player === "you" ? t("review_lens_knew") : t("review_lens_knew_of", {who: mine.name});
  return html`<section class="pan decision" aria-label=${t("review_selected")} tabindex="-1"><div class="body" ref=${body}>
    <div class="head"><h2>${GAMES[review.game].review.place(decision)}</h2><${Verdict} verdict=${decision.verdict}/></div>
    <${Said} decision=${decision} review=${review}/>
    <${TrickCards} decision=${decision} review=${review}/>
    <${Story} key=${`why ${decision.number}`} story=${decision.story} numbers=${decision.why} seats=${players.map(player => player.player === "you" ? {...player, name: t("story_your_chair")} : player)}>
      <b>${mine.player === "you" ? t("review_why") : t("story_in_place_of", {who: mine.name})}</b></${Story}>
    ${!decision.forced && html`<div><${Bars} key=${decision.number} decision=${decision} review=${review} open=${lens === "open"}/></div>`}
    <div class="seg lens" role="radiogroup" aria-label=${t("review_lens")}>${[["knew", knew], ["open", t("review_lens_open")]].map(([name, text]) => html`<label>
      <input type="radio" name="lens" checked=${lens === name} onChange=${() => setLens(name)}/>${text}</label>`)}</div>
    ${lens === "open" ? html`<${Hands} decision=${decision} review=${review}/><p class="note">${openNote(decision)} ${t("review_open_note")}</p>` : html`<${Knew} decision=${decision} review=${review}/>`}
    </div><div class="foot">${children}</div></section>`;
}
