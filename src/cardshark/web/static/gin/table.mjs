// The table of gin rummy: two seats, stock and pile, the person's own melds, a knock that needs two presses, and the coach beside it.
import {html, useState, useEffect, useLayoutEffect, useRef, useMemo, t, say, cardName} from "../base.mjs";
import {Values, LuckPanel, grades, useHint} from "../panels.mjs";
import {usePhone, useNarrow, Coach, About, whatStays} from "../table/beside.mjs";
import {useScore, mayRepeat, sameAgain} from "../table/ending.mjs";
import {useMarks} from "../table/marks.mjs";
import {sheetIsOpen, sound} from "../settings.mjs";
import {useOrder, GinHand, Counter} from "./hand.mjs";
import {Groups} from "./groups.mjs";
import {outcome} from "./review.mjs";
import {KEYS, Player, HiddenHand, layoutGroups, layoutLabel, Piles, Spread, Ways, Turns, OtherHand, GinOver, ginSay} from "./pieces.mjs";

const ARMED_TIME = 5000; // milliseconds in which the second press must follow the first
const TOO_SOON = 350; // milliseconds after the question in which a press was meant for something else
const TWICE = ["knock", "big_gin"];

/** True for as long as the cards of a new hand are being dealt. */
function useDealing({hand_number: hand, gin}) {
  const [dealt, set] = useState(gin.acts.length ? hand : 0);
  useEffect(() => { const timer = setTimeout(() => set(hand), 900); return () => clearTimeout(timer); }, [hand]);
  return dealt !== hand;
}

/** What the coach thinks of each choice of this very position; null where it has not looked. */
function useValues(state, thoughts) {
  return useMemo(() => {
    if (!thoughts || thoughts.seq !== state.seq || !thoughts.values.length || state.coach !== "full" && !thoughts.hint) return null;
    const grade = grades(thoughts), least = Math.min(...thoughts.values.map(value => value.mean));
    return new Map(thoughts.values.map(value => [value.choice, {...value, grade: grade.get(value.choice), cost: value.mean - least}]));
  }, [state, thoughts]);
}

// ---- what happened ----

const actWords = (act, state) => act.seat === state.you
  ? act.what === "stock" && act.card ? t("gin_says_drew_you", {card: act.card}) : ""
  : t(act.what === "stock" && act.card ? "gin_says_drew" : "gin_says_" + act.what, {name: state.seats[act.seat].name, card: act.card || "AS"});

function turnWords(state) {
  const {pile, deadwood, after} = state.gin;
  const card = pile.at(-1) ?? "AS", best = Math.min(...Object.values(after));
  return t("gin_turn_" + state.phase + (state.phase === "draw" && !state.legal.includes("pile") ? "_stock" : ""), {card, n: deadwood, best, name: state.seats[state.gin.knocker ?? 0].name});
}

/** Says what happened, once, and makes its sounds. */
function useStory(state, announce, settings) {
  const last = useRef(null), waiting = useRef([]);
  useEffect(() => {
    const old = last.current, fresh = !old || old.hand_number !== state.hand_number;
    last.current = state;
    if (fresh && state.hand.length) waiting.current.push(t("says_hand", {n: state.hand_number, list: state.hand.map(cardName).join(", ")}));
    const acts = state.gin.acts.slice(fresh ? 0 : old.gin.acts.length);
    waiting.current.push(...acts.map(act => actWords(act, state)).filter(Boolean));
    if (acts.length) sound("card", settings);
    const asked = state.legal.length > 0 && (fresh || old.seq !== state.seq);
    if (asked) { waiting.current.push(turnWords(state)); if (!old?.legal.length) sound("turn", settings); }
    if (state.result && !old?.result) {
      waiting.current.push(...state.result.words.map(words => ginSay(words, state)), ...state.seats.map((seat, n) => t("says_score", {name: seat.name, points: state.result.scores[n], total: state.result.totals[n]})));
    }
    if (asked || state.result || waiting.current.length > 6) announce(waiting.current.splice(0).join(" "));
  }, [state]);
}

/** What the other player did in the last turn, to stand beside the name. */
function deedOf(state, n) {
  const acts = state.gin.acts, end = acts.findLastIndex(act => act.seat === n);
  if (end < 0 || state.result) return null;
  let begin = end;
  while (begin > 0 && acts[begin - 1].seat === n && !["stock", "pile", "pass"].includes(acts[begin].what)) begin--;
  const parts = acts.slice(begin, end + 1).map(act => t(act.what === "stock" && act.card ? "gin_deed_drew" : "gin_deed_" + act.what, {card: act.card || "AS"})).filter(Boolean);
  return parts.length ? {key: end, words: parts.join(" · ")} : null;
}

// ---- what can be done ----

function useDeeds({state, send, settings, caughtUp, skip, announce, go, open}) {
  const [remark, set] = useState(null), [picked, pick] = useState(""), [armed, arm] = useState(""), since = useRef(0);
  useEffect(() => { if (!remark) return undefined; const timer = setTimeout(() => set(null), 2800); return () => clearTimeout(timer); }, [remark]);
  useEffect(() => { if (!armed) return undefined; const timer = setTimeout(() => arm(""), ARMED_TIME); return () => clearTimeout(timer); }, [armed]);
  useLayoutEffect(() => { pick(""); arm(""); since.current = performance.now(); }, [state.seq, state.phase]);
  const table = state.table, marks = useMarks(state, send, state.gin.acts.length, caughtUp);
  const tell = (text, card) => { set({text, card}); announce(text); };
  const choose = choice => {
    if (!caughtUp) return skip();
    if (!state.legal.includes(choice)) return tell(state.refusals[choice] ? say(state.refusals[choice], state.seats) : state.legal.length ? t("gin_no_" + state.phase, {card: choice}) : t("not_your_turn"), choice);
    if (TWICE.includes(choice)) {
      if (performance.now() - since.current < TOO_SOON) return undefined;
      if (armed !== choice) { arm(choice); since.current = performance.now(); return announce(t("gin_press_again")); }
    } else if (settings.confirm && choice.length === 2 && picked !== choice) { pick(choice); return tell(t("tap_again", {card: choice})); }
    return send({do: "choose", table, seq: state.seq, choice});
  };
  return {
    remark, picked, armed, choose,
    undo: () => state.undo ? send({do: "undo", table}) : tell(whatStays(state)),
    hint: () => state.legal.length > 0 && (marks.hint(), announce(t("says_thinking"))),
    longer: () => send({do: "think", table, longer: true, hint: state.coach !== "full"}),
    next: () => state.result && (state.result.winners.length ? mayRepeat(state) && send(sameAgain(state)) : send({do: "next", table})),
    review: () => state.result && go(`/review/${state.result.hand}`),
    rules: () => open("rules"),
    leave: () => open("leave"),
  };
}

/** Which choice the arrows have reached; focus follows it whenever it is the person's turn. */
function useCursor(state, order, felt) {
  const [cursor, set] = useState("");
  const cards = order.flat.filter(card => state.legal.includes(card)), others = state.legal.filter(choice => !cards.includes(choice));
  const reach = state.legal.length ? state.phase === "draw" || state.phase === "offer" ? others.sort((a, b) => "spb".indexOf(a[0]) - "spb".indexOf(b[0])) : [...cards, ...others] : order.flat;
  const usual = state.phase === "knock" ? "knock" : reach.includes(state.gin.drawn) ? state.gin.drawn : reach[0] ?? "";
  const at = reach.includes(cursor) ? cursor : usual;
  const focus = choice => felt.current?.querySelector(`[data-choice="${choice}"]`)?.focus();
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (state.legal.length && (active === document.body || active?.id === "main" || active?.closest?.(".felt") && !active.closest(".auto,.watchbar"))) focus(at);
  }, [state.seq, state.legal.length, state.phase]);
  const go = choice => { set(choice); focus(choice); };
  return {at, to: go, move: by => { const next = reach[(reach.indexOf(at) + by + reach.length) % reach.length]; if (next) go(next); }, focus};
}

const RANK = {1: "1", 0: "T", t: "T", j: "J", q: "Q", k: "K", a: "A"};
/** Everything by keyboard. Letters are ranks while a card is to be chosen, and moves otherwise. */
function useKeys(table) {
  const now = useRef(table), typed = useRef({rank: "", at: 0});
  now.current = table;
  useEffect(() => {
    const down = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || sheetIsOpen() || event.target.closest?.("input:not([type=checkbox]),select,textarea")) return;
      if (press(event, now.current, typed.current)) event.preventDefault();
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, []);
}

function press(event, {state, settings, deeds, cursor, order, caughtUp, skip}, typed) {
  const key = event.key.toLowerCase();
  if (key === "arrowleft" || key === "arrowright" || state.phase === "spread" && (key === "arrowup" || key === "arrowdown")) {
    const by = key === "arrowleft" || key === "arrowup" ? -1 : 1;
    if (event.target.matches?.("input,.turns ol")) return false;
    const here = event.target.dataset?.choice, place = order.flat.indexOf(here);
    if (event.shiftKey && place >= 0) { order.move(here, by); setTimeout(() => cursor.focus(here)); }
    else if (place >= 0 && !state.legal.includes(here)) cursor.focus(order.flat[(place + by + order.flat.length) % order.flat.length]); // only looks along the hand
    else cursor.move(by);
    return true;
  }
  if (event.repeat && (key === "enter" || key === " ")) return true; // a key held down must not press whatever comes next
  if (key === " " && !caughtUp && !state.watch && !event.target.closest?.("button,a,input,summary")) { skip(); return true; }
  if (!settings.keys || key.length !== 1 || event.repeat && key !== "z") return false;
  const cards = ["discard", "lay-off"].includes(state.phase) && state.legal.length;
  const recent = typed.rank && event.timeStamp - typed.at < 1500;
  if (cards && recent && "shdc".includes(key)) {
    const card = typed.rank + key.toUpperCase();
    typed.rank = "";
    cursor.to(card);
    deeds.choose(card);
    return true;
  }
  typed.rank = !cards ? "" : recent && typed.rank === "1" && key === "0" ? "T" : /^[2-9]$/.test(key) ? key : RANK[key] ?? "";
  typed.at = event.timeStamp;
  if (typed.rank) return true;
  const way = state.phase === "spread" && state.legal.includes(`way ${key}`) ? `way ${key}` : "";
  const choice = way || Object.keys(KEYS).find(each => KEYS[each] === key && state.legal.includes(each));
  if (choice && state.legal.length) { deeds.choose(choice); return true; }
  const deed = {z: deeds.undo, h: deeds.hint, n: deeds.next, r: deeds.review, i: deeds.rules}[key];
  if (deed) deed();
  return Boolean(deed);
}

// ---- the table ----

/** The table. Where a position is asked about, `beside` takes the coach's place, `asks` are the words of the question, and `marks` point cards out. */
export function Table({state: now, thoughts, send, settings, announce, caughtUp, skip, go, open, watching, ages, beside, asks, marks}) {
  const felt = useRef(), phone = usePhone(), narrow = useNarrow(), state = useScore(now, settings);
  const values = useValues(state, caughtUp ? thoughts : null);
  const order = useOrder(state);
  const dealing = useDealing(state);
  const deeds = useDeeds({state, send, settings, caughtUp, skip, announce, go, open});
  const cursor = useCursor(state, order, felt);
  useStory(now, announce, settings);
  useHint(state, caughtUp ? thoughts : null, announce, "gin_expected");
  useKeys({state, settings, deeds, cursor, order, caughtUp, skip});
  const bottom = state.you ?? 0, other = 1 - bottom, gin = state.gin;
  const choosing = gin.ways.length > 0 && state.legal.length > 0;
  const laid = gin.knocker !== null && gin.spread.length > 0 && !state.result;
  const shared = {state, thoughts, values, send, deeds, other, phone, ages};
  return html`<main id="main" class="table gin"><h1 class="sr">${t("gin_h1", {hand: state.hand_number})}</h1>
    <section class=${"felt ginfelt" + (laid || choosing ? " showdown" : "")} ref=${felt} aria-label=${t("table")} onClick=${() => !caughtUp && skip()}>
      <div class="them"><${Player} n=${other} state=${state} deed=${deedOf(state, other)}/>${!laid && html`<${HandOf} n=${other} state=${state}/>`}</div>
      <div class="middle">${state.result ? "" : laid || choosing ? html`${laid && html`<${Spread} state=${state}/>`}${choosing && html`<${Ways} state=${state} values=${values} cursor=${cursor.at} deeds=${deeds}/>`}` : html`<${Facts} state=${state}/><${Piles} state=${state} values=${values} cursor=${cursor.at} deeds=${deeds}/>`}
        <${Knock} state=${state} deeds=${deeds} cursor=${cursor.at}/></div>
      <div class=${"ownrow" + (state.you === null ? " watching" : "")}><${Player} n=${bottom} state=${state} deed=${state.you === null ? deedOf(state, bottom) : null}/>${state.you !== null && html`<${Turn} state=${state} asks=${asks} values=${values} deeds=${deeds} cursor=${cursor.at}/>`}${state.you !== null && !state.result && !choosing && html`<${Counter} state=${state} order=${order}/>`}</div>
      ${state.result || choosing ? "" : state.you === null ? html`<${HandOf} n=${bottom} state=${state} own/>` : html`<${GinHand} state=${state} order=${order} values=${values} cursor=${cursor.at} picked=${deeds.picked} refused=${deeds.remark?.card} marks=${marks} fresh=${dealing && !beside} phone=${narrow} pick=${card => { cursor.to(card); deeds.choose(card); }}/>`}
      ${deeds.remark && html`<div class="news"><p>${deeds.remark.text}</p></div>`}
      ${state.result && html`<${GinOver} state=${state} deeds=${deeds} go=${go}/>`}
      ${watching()}</section>
    ${!phone && html`<${Turns} state=${state}/>`}
    ${beside ?? html`<${Side} ...${shared}/>`}</main>`;
}

/** Somebody's hand: open where it lies open, else its backs and what is known of it. */
function HandOf({n, state, own}) {
  const layout = state.gin.layouts?.[n], seat = state.seats[n];
  if (state.result) return null;
  if (layout) return html`<div class=${"openone" + (own ? " own" : "")}><${Groups} groups=${layoutGroups(layout)} lit=${state.turn === n ? [state.gin.drawn] : []} label=${layoutLabel(seat.name, layout)}/><p class="dwo">${t("gin_deadwood")} <b>${layout.points}</b></p></div>`;
  return html`<${HiddenHand} seat=${seat} count=${seat.cards}/>`;
}

/** What is special about this hand. */
function Facts({state}) {
  const {limit, doubling, dealer} = state.gin;
  return html`<ul class="ginfacts"><li>${limit ? t("gin_limit", {n: limit}) : t("gin_only")}</li>${doubling > 1 && html`<li class="warn">${t("gin_double")}</li>`}<li>${t("gin_dealer", {name: state.seats[dealer].name})}</li></ul>`;
}

/** Knocking stands alone, at the right, and needs a second press. */
function Knock({state, deeds, cursor}) {
  const choice = TWICE.find(each => state.legal.includes(each));
  if (!choice) return null;
  const sure = deeds.armed === choice, name = choice === "knock" && state.gin.deadwood === 0 ? t("gin_knock_gin") : t("choice_" + choice);
  return html`<div class="knock"><button class=${sure ? "sure" : ""} data-choice=${choice} tabindex=${cursor === choice ? 0 : -1} aria-describedby="knock-note" onClick=${() => deeds.choose(choice)}><b>${name}</b><kbd>${KEYS[choice].toUpperCase()}</kbd></button>
    <small id="knock-note">${sure ? t("gin_press_again") : choice === "knock" ? t("gin_with", {n: state.gin.deadwood}) : t("gin_twice")}</small></div>`;
}

/** Whose turn it is, in words, with the button for the harmless answer. */
function Turn({state, values, deeds, cursor, asks}) {
  if (state.result) return null;
  if (!state.legal.length) {
    const who = state.thinking ?? state.turn;
    return who === null || who === undefined || who === state.you ? null : html`<p class="turn">${t("thinks", {name: state.seats[who].name})}</p>`;
  }
  const answer = ["pass", "play_on", "done"].find(each => state.legal.includes(each));
  return html`<p class="turn mine"><span class="dot" aria-hidden="true"></span><b>${asks ?? t("your_turn")}</b> <span>${t("gin_ask_" + state.phase + (state.phase === "draw" && !state.legal.includes("pile") ? "_stock" : ""), {name: state.seats[state.gin.knocker ?? 0].name})}</span>
    ${answer && html`<button class=${"act" + (values?.get(answer)?.grade === "best" ? " best" : "")} data-choice=${answer} tabindex=${cursor === answer ? 0 : -1} onClick=${() => deeds.choose(answer)}>${t("choice_" + answer)} <kbd>${KEYS[answer].toUpperCase()}</kbd></button>`}</p>`;
}

// ---- beside the table ----

function Side(props) {
  const {phone, state, thoughts, values, deeds, other} = props, learner = () => state.phase === "discard" && props.ages(); // learners value discards only
  const [tab, setTab] = useState("values");
  const full = state.coach === "full" || state.mode === "watch" && Boolean(thoughts), showing = full || values, ended = Boolean(state.result) && state.mode !== "watch"; // then only luck is left to be told
  const title = {offer: t("gin_values_draw"), draw: t("gin_values_draw"), discard: t("gin_values_discard")}[state.phase] ?? t("gin_values");
  const panels = {
    values: () => showing ? !ended && html`<${Values} thoughts=${values ? thoughts : state.legal.length ? null : thoughts} seats=${state.seats} longer=${values && deeds.longer} title=${title} note=${t("gin_values_note")} sign=${-1}/>` : html`<${Coach} ...${props}/>`,
    beliefs: () => html`<${OtherHand} state=${state} thoughts=${thoughts} other=${other}/>`,
    luck: () => html`<${LuckPanel} luck=${thoughts?.luck} unit=${t("gin_luck_unit")} outcome=${outcome}/>`,
    turns: () => html`<${Turns} state=${state}/>`,
    table: () => html`<${About} ...${props}/>`,
  };
  if (!phone) return html`<aside aria-label=${t("coach")}>${panels.values()}${full && state.you !== null && html`${!ended && panels.beliefs()}${panels.luck()}${learner()}`}${panels.table()}</aside>`;
  const names = full && ended ? ["luck", "turns", "table"] : full ? ["values", "beliefs", "luck", "turns", "table"] : state.mode === "watch" ? ["turns", "table"] : ["values", "turns", "table"];
  const now = names.includes(tab) ? tab : names[0];
  return html`<aside aria-label=${t("coach")}><div class="tabs" role="radiogroup" aria-label=${t("panels")}>${names.map(name => html`<label key=${name}><input type="radio" name="tab" checked=${name === now} onChange=${() => setTab(name)}/>${name === "turns" ? t("gin_tab_turns") : t(name === "values" && !showing ? state.mode === "family" ? "tab_gestures" : "tab_coach" : "tab_" + name)}</label>`)}</div>
    <div class="sheet" tabindex="0" role="group" aria-label=${now === "turns" ? t("gin_tab_turns") : t("tab_" + now)}>${panels[now]()}${now === "table" && full && learner()}</div></aside>`;
}
