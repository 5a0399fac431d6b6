// Beside the table of a moment: the facts of the question, and after it the answer, the reasons, the numbers and the ladder.
import {html, useEffect, useRef, t, say, number, Tile} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {Values, Choice, isCard} from "../panels.mjs";
import {Avatar} from "../table/avatar.mjs";

const STEPS = ["day", "three", "week", "learned"];
const ICONS = {good: "m5 12.500 4.500 4.500L19 7", again: "M19.500 12a7.500 7.500 0 1 1-2.300-5.400M19.500 3.500v4h-4"};
const language = () => document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang; // the day before the month

/** A day as people say it: tomorrow or the weekday if it is near, else day and month. */
export function day(text, near = false) {
  const then = new Date(text.length > 10 ? text.replace(" ", "T") + "Z" : text + "T12:00"), away = (then - Date.now()) / 864e5;
  if (near && then.toDateString() === new Date(Date.now() + 864e5).toDateString()) return t("ladder_tomorrow");
  return then.toLocaleDateString(language(), near && away < 6.5 ? {weekday: "long"} : {day: "numeric", month: "long"});
}

function Fact({fact}) {
  const sign = fact.card ? html`<${Tile} card=${fact.card}/>` : fact.seat ? html`<${Avatar} seat=${fact.seat} side="e"/>` : html`<span class="pill" aria-hidden="true">${fact.pill}</span>`;
  return html`<li><span class="sign">${sign}</span><span>${fact.text}</span></li>`;
}

/** The question: what was to be seen at the table, and nothing of the answer. */
export function Asked({state, hint, skip, ask}) {
  const {title, facts} = GAMES[state.game].moment;
  return html`<aside aria-label=${t("mistakes_question")}><section class="pan ans"><h2>${title(state)}</h2>
    <ul class="facts2">${facts(state).map((fact, n) => html`<${Fact} key=${n} fact=${fact}/>`)}</ul>
    <p class="quiet">${t("mistakes_choose")}</p>
    ${hint && html`<p class="why">${hint.among.length < state.legal.length ? html`${t(state.phase === "pass" ? "mistakes_hint_pass" : "mistakes_hint_among")} ${hint.among.map(choice => html`<${Choice} choice=${choice}/> `)}` : ""} ${t("mistakes_hint_gap", {points: number(hint.gap)})}</p>`}
    <div class="go"><button class="btn" disabled=${Boolean(hint)} onClick=${ask}>${t("mistakes_hint")} <kbd>H</kbd></button>
      <button class="btn ghost" onClick=${skip}>${t("mistakes_skip")} ${!state.legal.includes("stock") && html`<kbd>S</kbd>`}</button></div></section></aside>`;
}

const Choices = ({text}) => text.split(" ").every(isCard) ? text.split(" ").map(card => html`<${Tile} card=${card} mini/> `) : html`<${Choice} choice=${text}/>`;

/** Text with choices put into its gaps. */
function rich(key, args) {
  return t(key, Object.fromEntries(Object.keys(args).map(name => [name, `\u0001${name}\u0001`]))).split("\u0001").map((part, i) => i % 2 ? args[part] : part);
}

function Verdict({answer}) {
  const {verdict, then, best, choice, days} = answer, good = verdict !== "not_yet";
  const old = html`<${Choices} text=${then}/>`, right = html`<${Choices} text=${best}/>`, mine = html`<${Choices} text=${choice}/>`;
  const words = verdict === "found" ? rich("mistakes_found_text", {when: days === 1 ? t("mistakes_yesterday") : t("mistakes_days", {n: days}), choice: old})
    : verdict === "fine" ? rich("mistakes_fine_text", {choice: mine, best: right})
    : rich(choice === then ? "mistakes_same_again" : "mistakes_not_yet_text", {choice: mine, best: right});
  return html`<div class="outcome"><span class=${"mk" + (good ? "" : " no")}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${good ? ICONS.good : ICONS.again}/></svg></span>
    <div><h2>${t("mistakes_" + verdict)}</h2><p>${words}</p></div></div>`;
}

/** How often it was found: a day, three days, a week, learned. */
function Ladder({step, verdict}) {
  const label = n => n === 3 ? t("ladder_learned") : n === 0 && verdict === "not_yet" ? t("ladder_tomorrow") : t(n === step ? `ladder_in_${STEPS[n]}` : `ladder_${STEPS[n]}`);
  const now = step < 3 ? t(step === 0 ? "ladder_again_tomorrow" : `ladder_next_${STEPS[step]}`) : t("ladder_is_learned");
  return html`<ol class="ladder" aria-label=${now}>${STEPS.map((_, n) => html`<li key=${n} class=${n < step || step === 3 ? "d" : n === step ? "now" : ""}>${label(n)}</li>`)}</ol>`;
}

const SHOWN = 6; // the best choices, and beside them what was chosen then and now

/** What the choices cost; of sets of cards to pass, a line each. */
function Numbers({answer, state}) {
  const {review, moment} = GAMES[state.game];
  const values = [...answer.values].sort((a, b) => a.mean - b.mean).filter((value, n) => n < SHOWN || [answer.choice, answer.then].includes(value.choice));
  if (answer.best.includes(" ")) {
    return html`<table class="sets"><thead><tr><th scope="col">${t("mistakes_sets")}</th><th scope="col">${t("points")}</th></tr></thead>
      <tbody>${values.map(value => html`<tr key=${value.choice}><th scope="row"><${Choices} text=${value.choice}/></th><td>${number(value.mean)} <small>± ${number((value.high - value.low) / 2)}</small></td></tr>`)}</tbody></table>`;
  }
  return html`<${Values} thoughts=${{...answer, values, story: [], why: [], clear: true}} seats=${state.seats} chosen=${answer.choice} note=${moment.note?.()} sign=${review.sign}/>`;
}

/** The answer: a word, the story, the numbers on request, and when it is asked again. */
export function Answered({answer, state, next, go}) {
  const main = useRef(null);
  useEffect(() => main.current?.focus({preventScroll: true}), []);
  const review = `/review/${answer.hand}`;
  const told = part => part.map(words => say(words, state.seats)).join(" ");
  return html`<aside aria-label=${t("mistakes_answer")}><section class="pan ans"><${Verdict} answer=${answer}/>
    <div class="story">${answer.story.map((part, n) => html`<p key=${n}>${told(part)}</p>`)}</div>
    <details open=${answer.verdict === "not_yet"}><summary><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m9 5 7 7-7 7"/></svg>${t("mistakes_numbers")}</summary>
      <div class="in"><${Numbers} answer=${answer} state=${state}/>
        ${answer.why.length > 0 && html`<p class="quiet">${told(answer.why)}</p>`}
        <p class="quiet">${t(answer.verdict === "not_yet" && answer.choice !== answer.then ? "mistakes_difference_now" : "mistakes_difference", {cost: number(answer.cost), reach: number((answer.high - answer.low) / 2)})}</p></div></details>
    <p class="legend2"><b>${t("mistakes_found")}:</b> ${t("mistakes_found_means")} <b>${t("mistakes_fine")}:</b> ${t("mistakes_fine_means")} <b>${t("mistakes_not_yet")}:</b> ${t("mistakes_not_yet_means")}</p>
    <${Ladder} step=${answer.step} verdict=${answer.verdict}/>
    <div class="go"><button class="btn main" ref=${main} onClick=${next}>${t("mistakes_next_one")} <kbd>Enter</kbd></button>
      <a class="btn" href=${review} onClick=${event => { event.preventDefault(); go(review); }}>${t("mistakes_whole_hand")}</a></div></section></aside>`;
}
