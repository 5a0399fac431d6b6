// The table of Hearts: seats, trick, hand, what can be done with mouse, finger and keyboard, and the coach beside it.
import {html, useState, useEffect, useLayoutEffect, useRef, useMemo, t, say, Pip} from "../base.mjs";
import {Values, Beliefs, LuckPanel, grades, isCard, useHint} from "../panels.mjs";
import {Seat, Trick, History, sideOf} from "./seats.mjs";
import {Hand, WatchedHand} from "./hand.mjs";
import {PassPanel, PassTable, toChoose, useSets, useYours} from "./pass.mjs";
import {Exchange} from "./exchange.mjs";
import {HandOver} from "./over.mjs";
import {fallen} from "./frames.mjs";
import {story} from "./story.mjs";
import {sound} from "../settings.mjs";
import {usePhone, Coach, About, whatStays} from "../table/beside.mjs";
import {useScore, mayRepeat, sameAgain} from "../table/ending.mjs";
import {useMarks} from "../table/marks.mjs";
import {useKeys, neighbour} from "./keys.mjs";

/** The card that everybody fears: the costliest that is not a heart. */
const feared = costs => Object.keys(costs).filter(card => card[1] !== "H").sort((a, b) => costs[b] - costs[a])[0] ?? "";

/** What the coach thinks of each card of this very position; null where it has not looked. */
function useValues(state, thoughts, caughtUp) {
  return useMemo(() => {
    if (!caughtUp || !thoughts || thoughts.seq !== state.seq || !thoughts.values.length || state.phase === "pass") return null;
    if (state.coach !== "full" && !thoughts.hint) return null;
    const grade = grades(thoughts), least = Math.min(...thoughts.values.map(value => value.mean));
    return new Map(thoughts.values.map(value => [value.choice, {...value, grade: grade.get(value.choice), cost: value.mean - least}]));
  }, [state, thoughts, caughtUp]);
}

/** Says what happened, once, and makes its sounds. */
export function useStory(state, announce, settings) {
  const last = useRef(null), waiting = useRef([]);
  useEffect(() => {
    const {said, now} = story(last.current, state);
    const more = last.current && fallen(state.hearts).length > fallen(last.current.hearts).length;
    if (more) sound(state.held ? "trick" : "card", settings);
    if (state.legal.length && !last.current?.legal.length) sound("turn", settings);
    last.current = state;
    waiting.current.push(...said);
    if (waiting.current.length && (now || waiting.current.length > state.seats.length)) announce(waiting.current.splice(0).join(" "));
  }, [state]);
}

/** The last trick, while L or its button is held down. */
function useLastTrick(state) {
  const [showing, show] = useState(false);
  useEffect(() => {
    const hear = event => show(old => event.detail === "toggle" ? !old : event.detail);
    addEventListener("last-trick", hear);
    return () => removeEventListener("last-trick", hear);
  }, []);
  useEffect(() => show(false), [state.hearts.tricks.length]);
  return showing ? state.hearts.tricks.at(-1) ?? null : null;
}

/** A short remark at the table that goes away: why a card is refused. */
export function useRemark(announce) {
  const [remark, set] = useState(null);
  useEffect(() => { if (!remark) return undefined; const timer = setTimeout(() => set(null), 2600); return () => clearTimeout(timer); }, [remark]);
  return [remark, (text, card) => { set({text, card}); announce(text); }];
}

/** Everything a person can do at the table. */
function useDeeds({state, send, settings, caughtUp, skip, announce, values, sets, go, open}) {
  const [picked, pick] = useState([]);
  const [remark, say_] = useRemark(announce);
  const marks = useMarks(state, send, fallen(state.hearts).length, caughtUp);
  useEffect(() => pick([]), [state.hand_number, state.phase, state.hearts.tricks.length, state.hearts.trick.length]);
  const table = state.table;
  const passCard = card => {
    if (picked.includes(card)) pick(picked.filter(each => each !== card));
    else if (picked.length >= toChoose(state)) say_(t("pass_full", {n: state.hearts.passing.count}), card);
    else pick([...picked, card]);
  };
  const playCard = card => {
    if (!state.legal.includes(card)) return say_(state.refusals[card] ? say(state.refusals[card], state.seats) : t("not_your_turn"), card);
    if (settings.confirm && !picked.includes(card)) { pick([card]); return say_(t("tap_again", {card})); }
    if (values?.get(card)) marks.cost(state.hearts.tricks.length, values.get(card).cost);
    return send({do: "choose", table, seq: state.seq, choice: card});
  };
  const deeds = {
    picked, remark, costs: marks.costs,
    card: card => !caughtUp ? skip() : state.phase === "pass" ? state.legal.length ? passCard(card) : say_(t("pass_waiting")) : playCard(card),
    takeCoachs: () => { if (sets) { pick(sets.best.filter(card => !state.hearts.given.includes(card))); announce(t("pass_taken", {cards: sets.best})); } },
    pass: () => {
      if (!state.hearts.passing || !state.legal.length) return undefined;
      if (picked.length < toChoose(state)) return say_(t("pass_missing", {n: toChoose(state) - picked.length}));
      return send({do: "pass", table, seq: state.seq, cards: picked});
    },
    undo: () => state.undo ? send({do: "undo", table}) : say_(whatStays(state)),
    hint: () => state.legal.length > 0 && (marks.hint(), announce(t("says_thinking"))),
    longer: () => send({do: "think", table, longer: true, hint: state.coach !== "full", cards: state.phase === "pass" ? picked : []}),
    claim: () => state.hearts.claim && send({do: "claim", table}),
    coachOrClaim: () => state.phase === "pass" ? deeds.takeCoachs() : deeds.claim(),
    next: () => state.result && (state.home ? go(state.home) : state.result.winners.length ? mayRepeat(state) && send(sameAgain(state)) : send({do: "next", table})),
    review: () => state.result && !state.hushed && go(`/review/${state.result.hand}`),
    rules: () => open("rules"),
    leave: () => open("leave"),
  };
  return deeds;
}

/** Which card the arrows have reached; focus follows it whenever it is the person's turn. */
export function useCursor(state, felt) {
  const [cursor, set] = useState("");
  const cards = state.hand, reach = state.legal.length ? cards.filter(card => state.legal.includes(card)) : cards;
  const old = useRef(0);
  const at = reach.includes(cursor) ? cursor : neighbour(reach, cards, old.current);
  old.current = Math.max(0, cards.indexOf(at));
  const focus = card => felt.current?.querySelector(`[data-card="${card}"]`)?.focus({preventScroll: true});
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (state.legal.length && (active === document.body || active?.id === "main" || active?.closest?.(".hand"))) focus(at);
  }, [state.seq, state.legal.length, state.phase]);
  const move = by => { const next = reach[(reach.indexOf(at) + by + reach.length) % reach.length]; if (next) { set(next); focus(next); } };
  return {at, move, to: card => { if (reach.includes(card)) { set(card); focus(card); } }};
}

/** The table. Where a position is asked about, `beside` takes the coach's place, `asks` are the words of the question, and `marks` point cards out. */
export function Table({state: now, thoughts, send, settings, announce, caughtUp, settled, skip, go, open, watching, ages, beside, asks, marks}) {
  const felt = useRef(), phone = usePhone(), state = useScore(now, settings);
  const values = useValues(state, thoughts, caughtUp);
  const sets = useSets(state, thoughts, caughtUp);
  const deeds = useDeeds({state, send, settings, caughtUp, skip, announce, values, sets, go, open});
  const yours = useYours({state, picked: deeds.picked, sets, send, announce});
  const cursor = useCursor(state, felt);
  const last = useLastTrick(state);
  useStory(now, announce, settings);
  useHint(state, caughtUp && state.phase !== "pass" ? thoughts : null, announce, "label_expected");
  useKeys({watched: Boolean(state.watch), settings, deeds, cursor, skip, caughtUp, settled});
  const fresh = state.phase === "pass" || !state.hearts.tricks.length && !state.hearts.trick.length;
  const star = feared(state.hearts.costs);
  const hunted = star && !fallen(state.hearts).some(each => each.card === star) && !state.hand.includes(star) && state.coach === "full";
  const queen = n => hunted && n !== state.you ? thoughts?.beliefs?.[n]?.[star] : undefined;
  const bottom = state.you ?? 0, passing = state.phase === "pass" && state.you !== null && state.hearts.passing, exchange = state.phase === "pass" && !passing && state.hearts.passing;
  const shared = {state, thoughts, values, sets, yours, send, deeds, star, ages, open, watching};
  return html`<main id="main" class="table hearts"><h1 class="sr">
      ${t("h1", {game: t("game_hearts"), hand: state.hand_number, trick: Math.min(state.hearts.tricks.length + 1, state.hearts.of), of: state.hearts.of})}</h1>
    <section class=${"felt" + (state.seats.length === 3 ? " three" : "")} ref=${felt} aria-label=${t("table")} onClick=${() => !caughtUp && skip()}>
      ${state.seats.map((_, n) => n !== bottom && html`<${Seat} key=${n} n=${n} state=${state} queen=${queen(n)} star=${star}/>`)}
      ${passing ? html`<${PassTable} state=${state} side=${sideOf(passing.to, state)} picked=${deeds.picked} best=${sets?.best ?? []} deeds=${deeds}/>`
        : exchange ? html`<${Exchange} state=${state}/>` : !state.result && html`<${Trick} state=${state} last=${last} star=${star}/>`}
      <${News} state=${state} deeds=${deeds}/>
      <div class="myrow"><${Seat} n=${bottom} state=${state}/>
        ${!state.result && !passing && html`<${Turn} state=${state} asks=${asks} waiting=${!caughtUp && settings.pause > 3}/>`}</div>
      ${state.you === null || state.you === undefined ? html`<${WatchedHand} cards=${state.seats[0].hand ?? []} name=${state.seats[0].name}/>`
        : html`<${Hand} key=${state.hand_number} cards=${state.hand} state=${state} values=${values} cursor=${cursor.at} picked=${deeds.picked}
          refused=${deeds.remark?.card} marks=${marks} fresh=${fresh && !beside} received=${state.hearts.tricks.length || passing ? [] : state.hearts.received} pick=${card => { cursor.to(card); deeds.card(card); }}/>`}
      ${state.result && html`<${HandOver} state=${state} deeds=${deeds} go=${go} star=${star}/>`}
    </section>
    ${!phone && html`<${History} state=${state} costs=${deeds.costs}/>`}
    ${beside ?? html`<${Side} phone=${phone} ...${shared}/>`}</main>`;
}

/** Whose turn it is, in words. */
function Turn({state, waiting, asks}) {
  if (waiting && state.held) return html`<p class="turn">${t("click_on")}</p>`;
  const {led} = state.hearts;
  if (!state.legal.length) {
    const who = state.thinking ?? state.turn;
    return who === null || who === undefined || who === state.you ? null : html`<p class="turn">${t("thinks", {name: state.seats[who].name})}</p>`;
  }
  const follows = led && state.legal.every(card => card[1] === led);
  return html`<p class="turn mine"><span class="dot" aria-hidden="true"></span><b>${asks ?? t("your_turn")}</b>
    ${follows ? html`<span>${t("follow")}</span> <span class=${led}><${Pip} suit=${led}/></span>` : html`<span>
      ${led ? t("any_card") : t("you_lead")}</span>`} ${!asks && html`<span>— ${t("playable", {n: state.legal.length})}</span>
    <span class="keys">← → · <kbd>Enter</kbd></span>`}</p>`;
}

/** Remarks over the hand: why a card was refused, a moon in the making, the offer to skip the rest. */
function News({state, deeds}) {
  const {moon, claim, back} = state.hearts;
  const taken = moon === null ? 0 : state.seats[moon].points;
  return html`<div class="news">${deeds.remark && html`<p>${deeds.remark.text}</p>`}
    ${moon !== null && !state.result && html`<p class="warn">
      ${t(moon === state.you ? "moon_you" : "moon_threat", {name: state.seats[moon].name, n: taken})}</p>`}
    ${back && !state.result && html`<p>${t("winning_back")}</p>`}
    ${claim && !state.result && html`<button onClick=${deeds.claim}>${t("claim")} <kbd>C</kbd></button>`}</div>`;
}

// ---- beside the table ----

/** The coach and what else is good to know; on the phone one sheet at a time. */
function Side(props) {
  const {phone, state, thoughts, values, sets, yours, deeds, star, watching} = props;
  const [tab, setTab] = useState("values");
  const full = (state.coach === "full" && state.mode !== "watch" && !state.result) || Boolean(thoughts && (state.mode === "watch" || state.coach === "full"));
  const played = fallen(state.hearts).map(each => each.card), ended = Boolean(state.result) && !state.watch; // then only luck is left to be told
  const cards = thoughts?.values.every(value => isCard(value.choice)) ? thoughts : null; // not those about the pass, once it is made
  const showing = full || values || sets, passing = state.phase === "pass" && state.hearts.passing;
  const panels = {
    values: () => !showing ? html`<${Coach} ...${props}/>`
      : ended ? null : passing && state.legal.length ? html`<${PassPanel} state=${state} sets=${sets} yours=${yours} star=${star} longer=${deeds.longer}/>`
      : html`<${Values} thoughts=${values ? thoughts : state.legal.length || passing ? null : cards} seats=${state.seats} longer=${values && deeds.longer}/>`,
    beliefs: () => html`<${Beliefs} beliefs=${thoughts?.beliefs} seats=${state.seats} you=${state.you} mine=${state.hand} played=${played} star=${star}/>`,
    luck: () => html`<${LuckPanel} luck=${thoughts?.luck}/>`,
    tricks: () => html`<${History} state=${state} costs=${deeds.costs}/>`,
    table: () => html`<${About} ...${props}/>`,
  };
  if (!phone) return html`<aside aria-label=${t("coach")}>
      ${watching()}${panels.values()}${full && state.you !== null && html`${!ended && panels.beliefs()}${panels.luck()}${props.ages()}`}${panels.table()}</aside>`;
  const names = full && ended ? ["luck", "tricks", "table"] : full ? ["values", "beliefs", "luck", "tricks", "table"] : state.result && !state.watch && state.mode !== "family" ? ["tricks", "table"] : ["values", "tricks", "table"];
  const now = names.includes(tab) ? tab : names[0];
  return html`<aside aria-label=${t("coach")}><div class="tabs" role="radiogroup" aria-label=${t("panels")}>
      ${names.map(name => html`<label key=${name}><input type="radio" name="tab" checked=${name === now} onChange=${() => setTab(name)}/>
      ${t(name !== "values" || showing ? "tab_" + name : state.watch ? "mode_watch" : state.mode === "family" ? "tab_gestures" : "tab_coach")}</label>`)}</div>
    <div class="sheet" tabindex="0" role="group" aria-label=${t("tab_" + now)}>
      ${now === "values" && watching()}${panels[now]()}${now === "table" && full && props.ages()}</div></aside>`;
}
