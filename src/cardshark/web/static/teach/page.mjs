// The first hand that teaches: a practice table at which one idea a trick is said, and every card that may be played has a word and a reason.
import {html, useEffect, useLayoutEffect, useMemo, useRef, useState, t, say, Tile} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {Avatar, underName} from "../table/avatar.mjs";
import {Trick, sideOf} from "../hearts/seats.mjs";
import {Hand} from "../hearts/hand.mjs";
import {fallen} from "../hearts/frames.mjs";
import {useKeys} from "../hearts/keys.mjs";
import {useCursor, useRemark, useStory} from "../hearts/table.mjs";

const QUEEN = "QS";

/** The lesson of what is on the table, once the server has said it; null until then. */
function useLesson(state, said, send, caughtUp) {
  useEffect(() => { if (caughtUp && (state.legal.length || state.result)) send({do: "lesson", table: state.table, seq: state.seq}); }, [state.table, state.seq, caughtUp]);
  return caughtUp && said?.table === state.table && said.seq === state.seq ? said : null;
}

/** A lesson in one go, for screen readers. */
function aloud(lesson, seats) {
  const kinds = lesson.kinds.map(kind => t("teach_kind", {card: kind.cards, word: t(kind.word), why: say(kind.why, seats)}));
  return [lesson.happened && say(lesson.happened, seats), lesson.idea && t(`teach_idea_${lesson.idea}`) + ".", lesson.text && say(lesson.text, seats), ...kinds].filter(Boolean).join(" ");
}

function Person({n, state}) {
  const seat = state.seats[n];
  return html`<section class=${`seat ${sideOf(n, state)}`} aria-label=${`${seat.name}, ${underName(seat, state, false)}`}><div class="who">
    <${Avatar} seat=${seat} next=${state.turn === n} thinking=${state.thinking === n}/><span class="nm"><b>${seat.name}</b><small>${underName(seat, state, false)}</small></span>
    ${seat.points > 0 && html`<span class="tot"><b>${seat.points}</b><small>${t("points")}</small></span>`}</div></section>`;
}

/** One idea, at most three lines; and below it what each card would do. */
function Idea({lesson, state, again}) {
  const {idea, text, happened, kinds, grey, trick} = lesson, {seats} = state;
  return html`<section class="idea" aria-label=${t("teach_title")}>
    <div class="words"><p class="when">${happened ? say(happened, seats) : t("teach_trick", {n: trick})}</p>
      <h2>${idea ? t(`teach_idea_${idea}`) : t("teach_alone")}</h2><p>${text ? say(text, seats) : t("teach_alone_text")}</p></div>
    <button class="btn" onClick=${again}>${t("teach_again")} <kbd>H</kbd></button>
    <ul class="may">${kinds.map(kind => html`<li key=${kind.word + kind.cards[0]} class=${kind.tone}><b>${kind.cards.slice(0, 3).map(card => html`<${Tile} card=${card} mini/> `)}${kind.cards.length > 3 ? "… " : ""}${t(kind.word)}</b> ${say(kind.why, seats)}</li>`)}
      ${grey && html`<li class="grey"><b>${t("teach_grey")}</b> ${say(grey, seats)}</li>`}</ul></section>`;
}

/** The ideas in their order: those that were said, the one of this trick, and those to come. */
function Ideas({lesson, state, deeds}) {
  const {ideas = [], said = [], idea = ""} = lesson ?? {};
  return html`<aside class="pan ideas" aria-label=${t("teach_title")}><div class="head"><h1>${t("teach_title")}</h1><small>${t("teach_minutes")}</small></div>
    <ol>${ideas.map((each, place) => { const now = each === idea, done = said.includes(each); return html`<li key=${each} class=${now ? "now" : done ? "done" : ""} aria-current=${now ? "step" : null}>
      <span class="k" aria-hidden="true">${done ? "✓" : place + 1}</span><span>${t(`teach_idea_${each}`)}${done ? html`<span class="sr"> (${t("teach_done")})</span>` : ""}</span></li>`; })}</ol>
    <div class="last"><span class="three" aria-hidden="true">${state.seats.map((seat, n) => n !== state.you && html`<${Portrait} key=${n} who=${seat.who}/>`)}</span><p>${t("teach_then")}</p></div>
    ${!state.result && html`<div class="go"><button class="btn" disabled=${!state.undo} onClick=${deeds.undo}>${t("teach_undo")} <kbd>Z</kbd></button><button class="btn" onClick=${deeds.next}>${t("teach_skip")} <kbd>N</kbd></button></div>`}</aside>`;
}

/** The hand is over: what it cost, and the way to a real one. */
function Ending({state, deeds}) {
  const first = useRef();
  useEffect(() => first.current.focus({preventScroll: true}), []);
  return html`<section class="over taught" aria-label=${t("teach_end")}><h2>${t("teach_end")}</h2><p>${t("teach_end_text", {points: state.result.scores[state.you]})}</p>
    <div class="row"><button class="btn main" ref=${first} onClick=${deeds.next}>${t("teach_real")} <kbd>N</kbd></button><button class="btn" onClick=${deeds.anew}>${t("teach_anew")}</button>
      <button class="btn" onClick=${deeds.review}>${t("review_hand")} <kbd>R</kbd></button></div></section>`;
}

/** What can be done here: any card that the rules allow, back, once more, and on to a real hand. */
function useDeeds({state, lesson, send, skip, go, announce, caughtUp}) {
  const [remark, refuse] = useRemark(announce);
  const nothing = () => {};
  return {
    remark,
    card: card => !caughtUp ? skip() : state.legal.includes(card) ? send({do: "choose", table: state.table, seq: state.seq, choice: card}) : refuse(state.refusals[card] ? say(state.refusals[card], state.seats) : t("not_your_turn"), card),
    undo: () => state.undo && send({do: "undo", table: state.table}),
    hint: () => lesson && announce(aloud(lesson, state.seats)),
    next: () => send({do: "create", game: state.game, rules: "american", seats: ["you", ...state.seats.filter((_, n) => n !== state.you).map(seat => seat.player)], mode: "play", coach: "off"}),
    anew: () => send({do: "learn", anew: true}),
    review: () => state.result && go(`/review/${state.result.hand}`),
    claim: nothing, pass: nothing, rules: nothing,
  };
}

function Lessons({state, said, send, settings, announce, caughtUp, settled, skip, go}) {
  const felt = useRef(), [again, repeat] = useState(0);
  const lesson = useLesson(state, said.lesson, send, caughtUp), known = useRef(null);
  if (said.lesson?.table === state.table) known.current = said.lesson;
  const deeds = useDeeds({state, lesson, send, skip, go, announce, caughtUp}), cursor = useCursor(state, felt);
  useStory(useMemo(() => state.result ? {...state, result: {...state.result, winners: []}} : state, [state]), announce, settings); // a lesson is no match
  useEffect(() => { if (lesson && state.legal.length) announce(aloud(lesson, state.seats)); }, [lesson?.seq]);
  useKeys({watched: false, settings, deeds, cursor, skip, caughtUp, settled});
  useLayoutEffect(() => { felt.current?.querySelector(".idea")?.animate?.([{opacity: 0.3}, {opacity: 1}], settings.speed ? 250 : 0); }, [again]);
  const labels = new Map((lesson?.kinds ?? []).flatMap(kind => kind.cards.map(card => [card, {word: t(kind.word), tone: kind.tone, why: say(kind.why, state.seats)}])));
  const fresh = !fallen(state.hearts).length;
  return html`<main id="main" class="table teach"><section class="felt" ref=${felt} aria-label=${t("table")} onClick=${() => !caughtUp && skip()}>
      ${state.seats.map((_, n) => n !== state.you && html`<${Person} key=${n} n=${n} state=${state}/>`)}
      ${!state.result && html`<${Trick} state=${state} star=${QUEEN}/>`}
      ${deeds.remark && html`<div class="news"><p>${deeds.remark.text}</p></div>`}
      ${lesson && state.legal.length > 0 && html`<${Idea} lesson=${lesson} state=${state} again=${() => { repeat(again + 1); deeds.hint(); }}/>`}
      <${Hand} key=${state.table} cards=${state.hand} state=${state} labels=${labels} cursor=${cursor.at} picked=${[]} refused=${deeds.remark?.card} fresh=${fresh} received=${[]} pick=${card => { cursor.to(card); deeds.card(card); }}/>
      ${state.result && caughtUp && html`<${Ending} state=${state} deeds=${deeds}/>`}</section>
    <${Ideas} lesson=${known.current} state=${state} deeds=${deeds}/></main>`;
}

/** Until the table is there, its frame. */
export function Page(props) {
  if (!props.state?.hearts) return html`<main id="main" class="table teach"><section class="felt" aria-busy="true"></section><aside class="pan ideas"><div class="head"><h1>${t("teach_title")}</h1></div></aside></main>`;
  return html`<${Lessons} key=${props.state.table} ...${props}/>`;
}
