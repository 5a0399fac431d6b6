// The end of a hand and of a match, in every game: scores that count up, whoever won, and what can be done next.
import {html, useState, useEffect, useRef, t, say} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {still} from "../settings.mjs";
import {credited} from "./avatar.mjs";
import {Proof} from "./seal.mjs";

const COUNT_TIME = 900; // milliseconds in which the scores count up

/** How far the scores have counted up: from 0, when a hand has just ended, to 1. A hand that was over when the page opened has been counted. */
function useCounting(result, settings) {
  const [part, set] = useState(result ? 1 : 0);
  useEffect(() => {
    if (!result || still(settings)) { set(result ? 1 : 0); return undefined; }
    const from = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const done = Math.min(1, Math.max(0, now - from) * settings.speed / COUNT_TIME);
      set(done);
      if (done < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [result?.hand]);
  return result && still(settings) ? 1 : part;
}

/** The state with totals and scores as they count up: the same numbers for the plaques and for the table of scores, at every moment. */
export function useScore(state, settings) {
  const {result} = state, part = useCounting(result, settings);
  if (!result) return state;
  const seats = state.seats.map((seat, n) => ({...seat, total: seat.total + Math.round(part * (result.totals[n] - seat.total))}));
  return {...state, seats, result: {...result, counted: result.scores.map(score => Math.round(part * score))}};
}

/** "The hand is over", or who has won. */
export function heading({result, seats, you, home}) {
  if (!result.winners.length || home) return t("hand_over");
  if (result.winners.includes(you)) return t(result.winners.length > 1 ? "you_win_too" : "you_win");
  return t("they_win", {n: result.winners.length, names: result.winners.map(n => credited(seats[n])).join(", ")});
}

/** May the person ask for the same table again? Not while looking on, and not where the deals are set: in the human experiment, and where a table is part of something larger. */
export const mayRepeat = ({result, challenge, watch, home, mode}) => Boolean(result?.winners.length) && !challenge && !watch && !home && mode !== "family";
/** The same table again. */
export const sameAgain = ({game, rules, seats, mode, coach}) => ({do: "create", game, rules: rules?.text ?? "", seats: seats.map(seat => seat.player), mode, coach});

/** The face of whoever has won, on a day of their own. */
function Winner({state}) {
  const {result, seats, hand_number: hands} = state, [best] = result.winners;
  return html`<div class="winner"><div class="faces" aria-hidden="true">${result.winners.map(n => html`<${Portrait} who=${seats[n].who}/>`)}</div><div><h2>${heading(state)}</h2>
    <p>${t("won_with", {n: result.totals[best], points: result.totals[best], hands})}</p></div></div>`;
}

/** A plain heading, with a moon where somebody has shot it. */
function HandHeading({state}) {
  const moon = state.result.words.some(words => words.key === "end_moon");
  return html`<div class=${"ended" + (moon ? " moon" : "")}>${moon && html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z"/></svg>`}<h2>${heading(state)}</h2></div>`;
}

/** At a table that is part of something larger, one goes on there; a review waits until everybody has played. */
const Onwards = ({state, deeds, first}) => html`<button ref=${first} class="btn main" onClick=${deeds.next}>${t(state.hushed ? "club_back" : "daily_back")} <kbd>N</kbd></button>
  ${!state.hushed && html`<button class="btn" onClick=${deeds.review}>${t("review_hand")} <kbd>R</kbd></button>`}`;

/** What a guest can do after a hand: say that they are ready. The owner deals. */
function AfterGuest({state, over, next, first}) {
  const name = state.seats[0].name, ready = state.seats[state.you].ready;
  return over ? html`<p class="waitnext" tabindex="-1" ref=${first}>${t("join_over", {name})}</p>`
    : html`<button class="btn main" ref=${first} disabled=${ready} onClick=${next}>${t(ready ? "join_ready" : "next_hand", {name})}</button>`;
}

/**
 * The dialogue at the end. `children` are the scores, which each game shows in its own way; `sayWords` tells the news of the server. Review comes
 * first after a hand; after a match the same people, once more.
 */
export function Ending({state, deeds, go, className = "", sayWords = words => say(words, state.seats), children}) {
  const {result} = state, first = useRef();
  useEffect(() => { if (!state.watch) first.current.focus({preventScroll: true}); }, []); // not when watching: Space must go on pausing
  const over = !state.home && (state.phase === "over" || result.winners.length > 0), again = mayRepeat(state);
  const review = !state.guest && html`<button ref=${again ? null : first} class=${"btn" + (again ? "" : " main")} onClick=${deeds.review}>${t("review_hand")} <kbd>R</kbd></button>`;
  return html`<section class=${"over" + (over ? " match" : "") + " " + className} aria-label=${heading(state)}>
    ${over && result.winners.length ? html`<${Winner} state=${state}/>` : html`<${HandHeading} state=${state}/>`}
    ${result.words.map(words => html`<p class="news1">${sayWords(words)}</p>`)}${state.undone && html`<p>${t("with_undo")}</p>`}
    ${children}
    <div class="row">${state.home ? html`<${Onwards} state=${state} deeds=${deeds} first=${first}/>` : html`${again && html`<button ref=${first} class="btn main" onClick=${deeds.next}>${t("play_again")} <kbd>N</kbd></button>`}${review}
      ${state.guest ? html`<${AfterGuest} state=${state} over=${over} next=${deeds.next} first=${first}/>`
        : over ? html`<button class="btn" onClick=${() => go(state.mode === "family" ? "/family" : "/")}>${t(state.mode === "family" ? "family_again" : "to_lobby")}</button>` : html`<button class="btn" onClick=${deeds.next}>${t("next_hand")} <kbd>N</kbd></button>`}`}</div>
    ${result.secret && html`<details><summary>${t("fair_deal")}</summary><${Proof} found=${{...result, seal: state.seal, words: result.said}} hand=${result.hand}/></details>`}</section>`;
}
