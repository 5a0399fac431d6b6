// My mistakes: the table of a moment, the question beside it, and after the answer what the coach thinks of it.
import {html, useState, useEffect, useMemo, useRef, t} from "../base.mjs";
import {filled} from "../table/state.mjs";
import {GAMES} from "../games.mjs";
import {sheetIsOpen} from "../settings.mjs";
import {choiceName} from "../panels.mjs";
import {Asked, Answered, day} from "./beside.mjs";

const CONTROLS = "button,a,input,label,select,summary";
const TYPING = 1500; // milliseconds in which a suit follows its rank
const settled = {current: 0};

/** The table of a game, loaded when it is needed. */
function useTable(game) {
  const [module, set] = useState(null);
  useEffect(() => { set(null); if (game) GAMES[game].load().then(loaded => set(() => loaded.Table)); }, [game]);
  return module;
}

/** S for not today, Enter for the next question. A letter that belongs to a card's name, or to the table, is left to the table. */
function useKeys(settings, {state, answered, skip, next}) {
  const now = useRef({}), typed = useRef(-Infinity);
  now.current = {state, answered, skip, next, letters: settings.keys};
  useEffect(() => {
    const press = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || sheetIsOpen() || event.target.closest?.("input,select,textarea")) return;
      const {state, answered, skip, next, letters} = now.current, key = event.key.toLowerCase();
      if (answered && key === "enter" && !event.target.closest?.(CONTROLS)) { event.stopImmediatePropagation(); event.preventDefault(); next(); }
      if (answered || !letters || !state) return;
      const suit = event.timeStamp - typed.current < TYPING; // a rank was typed, and its suit follows
      typed.current = /^[2-9tjqka01]$/.test(key) ? event.timeStamp : -Infinity;
      if (key === "s" && !suit && !state.legal.includes("stock")) skip();
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, []);
}

const same = (message, question) => message && question && message.hand === question.hand && message.place === question.place ? message : null;

/** Words on the cards that the answer is about. */
function marksOf(answer) {
  const marks = new Map();
  if (!answer) return marks;
  const put = (choices, kind, text) => choices.split(" ").forEach(card => marks.set(card, {kind, text}));
  put(answer.then, "then", t("mistakes_then_mark"));
  if (answer.verdict !== "found") put(answer.best, "right", t("mistakes_best_mark"));
  if (answer.choice !== answer.then) put(answer.choice, answer.verdict === "not_yet" ? "other" : "right", t("mistakes_answer_mark"));
  return marks;
}

export function Page({said, send, go, settings, announce}) {
  const question = said.mistake, answer = same(said.mistakeanswer, question), hint = same(said.mistakehint, question);
  const asked = useMemo(() => question?.state && filled(question.state), [question]);
  const state = asked && (answer ? {...asked, legal: [], refusals: {}, turn: null} : asked);
  const Table = useTable(asked?.game);
  const which = {hand: question?.hand, place: question?.place};
  const next = () => send({do: "mistakes"}), skip = () => { send({do: "skipmistake", ...which}); announce(t("mistakes_skipped")); };
  useKeys(settings, {state: asked, answered: Boolean(answer), skip, next});
  useEffect(() => { if (answer) announce(`${t("mistakes_" + answer.verdict)}. ${answer.verdict === "found" ? "" : t("mistakes_better", {choice: nameOf(answer.best)})}`); }, [answer]);
  useEffect(() => { if (hint) announce(t("mistakes_hint_said", {list: hint.among.map(nameOf).join(", ")})); }, [hint]);
  const act = command => {
    if (command.do === "choose") send({do: "answermistake", ...which, choice: command.choice});
    else if (command.do === "pass") send({do: "answermistake", ...which, choice: command.cards.join(" ")});
    else if (command.do === "think") send({do: "hintmistake", ...which});
  };
  if (question && !question.state) return html`<${Nothing} question=${question} go=${go}/>`;
  const beside = answer ? html`<${Answered} answer=${answer} state=${asked} next=${next} go=${go}/>`
    : html`<${Asked} state=${asked} hint=${hint} skip=${skip} ask=${() => act({do: "think"})}/>`;
  return html`<div class=${"mistakes" + (answer ? " answered" : "")}><${Bar} question=${question} answer=${answer} state=${asked}/>
    ${Table && state ? html`<${Table} key=${`${question.hand} ${question.place}`} state=${state} thoughts=${null} send=${act} settings=${settings} announce=${announce} caughtUp=${true}
      settled=${settled} skip=${() => {}} go=${go} open=${() => {}} watching=${() => null} ages=${() => null} beside=${beside} asks=${t("mistakes_ask")} marks=${marksOf(answer)}/>`
      : html`<${Frame}/>`}</div>`;
}

export const nameOf = choice => choice.split(" ").every(card => card.length === 2) ? choice.split(" ").map(choiceName).join(", ") : choiceName(choice);

/** The title, how far one is today, and where the question comes from. */
function Bar({question, answer, state}) {
  const done = question?.today ?? [], fresh = answer ? [answer.verdict !== "not_yet"] : [];
  const all = [...done, ...fresh], of = done.length + (question?.due ?? 0);
  const others = state?.seats.filter(seat => seat.player !== "you").map(seat => seat.name) ?? [];
  return html`<section class="bar0" aria-labelledby="mistakes-title"><h1 id="mistakes-title">${t("mistakes_title")}</h1>
    ${question?.state ? html`<div class="prog"><ol aria-label=${t("mistakes_progress", {found: all.filter(Boolean).length, done: all.length, of})}>
      ${Array.from({length: of}, (_, i) => html`<li key=${i} class=${i < all.length ? all[i] ? "f" : "n" : i === all.length && !answer ? "cur" : ""}></li>`)}</ol>
      <span>${t("mistakes_count", {n: Math.min(done.length + 1, of), of})}</span></div>
      <p class="from">${t("mistakes_from", {day: day(question.when), names: list(others)})}</p>` : ""}
    ${question?.skipped > 0 && html`<p class="from">${t("mistakes_unknown", {n: question.skipped})}</p>`}</section>`;
}

const list = names => new Intl.ListFormat(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang).format(names);

/** The frame while the question is on its way. */
const Frame = () => html`<main id="main" class="table waiting" aria-busy="true"><section class="felt" aria-label=${t("table")}></section>
  <aside aria-label=${t("mistakes_question")}><section class="pan ans"><i class="greybar"></i><i class="greybar"></i><i class="greybar short"></i></section></aside></main>`;

/** Nothing is due: why, and the way to fill it. */
function Nothing({question, go}) {
  const {begun, next, waiting, today, skipped} = question, found = today.filter(Boolean).length;
  const title = !begun ? t("mistakes_first") : today.length ? t("mistakes_done") : t("mistakes_nothing");
  const text = !begun ? t(waiting ? "mistakes_first_waiting" : "mistakes_first_text", {n: waiting}) : next ? t("mistakes_next", {day: day(next, true)}) : t("mistakes_all_learned");
  return html`<main id="main" class="mistakes none"><section class="felt" aria-labelledby="mistakes-title"><h1 id="mistakes-title">${title}</h1>
    ${today.length > 0 && html`<p>${t("mistakes_score", {found, n: today.length})}</p>`}<p>${text}</p>
    ${begun && waiting > 0 && html`<p class="small">${t("mistakes_waiting", {n: waiting})}</p>`}
    ${skipped > 0 && html`<p class="small">${t("mistakes_unknown", {n: skipped})}</p>`}
    <p class="go"><a class="btn main" href="/" onClick=${event => { event.preventDefault(); go("/"); }}>${t("mistakes_play")}</a>
      <a class="btn" href="/me" onClick=${event => { event.preventDefault(); go("/me"); }}>${t("mistakes_me")}</a></p></section></main>`;
}
