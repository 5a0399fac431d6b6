// The review of a hand: where its points came from, every decision with what it cost, and the way back into the hand.
import {html, t, say, number, Tile, useEffect, useLayoutEffect, useMemo, useRef, useState} from "../base.mjs";
import {sheetIsOpen} from "../settings.mjs";
import {GAMES} from "../games.mjs";
import {noteOf, Proof, wrongWith} from "../table/seal.mjs";
import {axis, cardsIn, Choice, giveOrTake, points} from "../panels.mjs";
import {Chart, Histogram, Origin, StepTable, stepName} from "./chart.mjs";
import {Decision, inWords, nameOf, rich, Verdict} from "./decision.mjs";
import {day} from "../mistakes/beside.mjs";

const WRONG = ["mistake", "slip"];
const NARROW = "(max-width: 980px)"; // as in style.css: one column

/** What to look at first: the costliest mistake, else the costliest choice. */
function worst(decisions) {
  const rank = decision => (WRONG.includes(decision.verdict) ? 1000 : 0) + (decision.forced ? -1 : decision.cost);
  return decisions.reduce((most, decision, index) => rank(decision) > rank(decisions[most]) ? index : most, 0);
}

/** The next decision that certainly cost something, from here on and then from the start; -1 if there is none. */
function nextWrong(decisions, from, step) {
  for (let far = 1; far <= decisions.length; far++) {
    const index = (from + step * far + far * decisions.length) % decisions.length;
    if (WRONG.includes(decisions[index].verdict)) return index;
  }
  return -1;
}

// ---- above: the result ----

const noBetter = ({as_many: some, count}) => some === 0 ? "review_all_better" : some === count ? "review_none_better" : "review_no_better";

function Summary({review}) {
  const {bots} = review, mine = review.players[review.seat], you = mine.player === "you";
  const {size, outcome, pointsKey, bots: fared} = GAMES[review.game].review;
  const who = bots && {n: bots.count, whose: you ? t("review_your_cards") : t("review_cards_of", {who: mine.name})};
  const title = bots && (typeof bots.title === "string" ? bots.title : bots.title ? say(bots.title, review.players) : "");
  const took = bots && `${fared(bots.mean)}; ${t(noBetter(bots) + (you ? "" : "_of"), {n: bots.as_many, who: mine.name})}`;
  return html`<section class="pan summary" aria-label=${t("review_result")}>
    <p class="final"><b>${points(size(review.points), 0)}</b><span>${t(pointsKey(review.points), {n: Math.abs(review.points)})} ${t("review_at_the_deal", {deal: outcome(review.deal)})}</span></p>
    <${Origin} review=${review} who=${you ? "" : mine.name}/>
    ${bots && html`<div class="bots" title=${title}><p>${rich("review_bots", {bots: html`<b>${t("review_bots_with", who)}</b>`, took})}</p><${Histogram} review=${review} who=${nameOf(mine, false)} text=${`${t("review_bots_with", who)} ${took}. ${title}`}/></div>`}
    ${(review.played?.stood_in ?? []).map(([seat, choice, player]) => html`<p class="instead">${t("review_instead", {n: choice + 1, name: player, other: review.players[seat].name})}</p>`)}
  </section>`;
}

function Steps({review, selected, select}) {
  const [numbers, setNumbers] = useState(false);
  const [title, of] = review.players[review.seat].player === "you" ? ["review_chart", {}] : ["review_chart_of", {who: review.players[review.seat].name}];
  return html`<section class="pan steps" aria-labelledby="steps-title">
    <div class="head"><h2 id="steps-title">${t(GAMES[review.game].review.chartTitle(title), of)}</h2>
      <p class="key" aria-hidden="true"><span><i class="skill"></i>${t("review_key_play")}</span><span><i class="luck"></i>${t("review_bad_luck")}</span><span><i class="good"></i>${t("review_good_luck")}</span></p>
      <button class="link" aria-pressed=${numbers} onClick=${() => setNumbers(!numbers)}>${t(numbers ? "review_as_chart" : "review_as_numbers")}</button></div>
    ${numbers ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="steps-title"><${StepTable} review=${review} selected=${selected} select=${select}/></div>`
      : html`<${Chart} review=${review} selected=${selected} select=${select}/>`}
  </section>`;
}

// ---- the decisions ----

/** The trick with the seat's own card ringed and the winning card underlined; where there is no trick, what was chosen and when. */
function Cards({decision, review}) {
  if (!decision.cards.length) return html`<${GAMES[review.game].review.Chosen} decision=${decision}/>`;
  const winner = review.tricks[decision.trick - 1]?.winner;
  return decision.cards.map(({seat, card}) => html`<span class=${`${seat === review.seat ? "mine" : "by-others"}${seat === winner ? " won" : ""}`}><${Tile} card=${card} mini/></span>`);
}

/** Cost with its interval, and a diamond for the cost with all cards open. */
function Cost({decision, scale}) {
  if (decision.forced) return html`<td class="plot"></td>`;
  const at = value => `${(Math.min(1, Math.max(0, scale.place(value))) * 100).toFixed(1)}%`, far = scale.place(decision.open_cost) > 1;
  return html`<td class="plot"><div style=${`--step:${100 / (scale.ticks.length - 1)}%`}>
    ${decision.cost > 0 && html`<i class="whisker" style=${`left:${at(decision.low)};right:calc(100% - ${at(decision.high)})`}></i>`}
    <i class=${`spot ${decision.verdict}`} style=${`left:${at(decision.cost)}`}></i>
    <i class=${far ? "beyond" : "diamond"} style=${`left:${at(decision.open_cost)}`} title=${t("review_open_cost", {cost: number(decision.open_cost)})}></i></div></td>`;
}

function Row({decision, review, index, selected, select, scale}) {
  const wrong = WRONG.includes(decision.verdict) || decision.verdict === "unclear";
  return html`<tr class=${`${decision.verdict}${selected ? " selected" : ""}`} onClick=${() => select(index, true)}>
    <th scope="row"><button id=${`decision-${index}`} tabindex=${selected ? 0 : -1} aria-current=${selected ? "true" : undefined} aria-label=${inWords(decision, review)}>${stepName(decision, review)}</button></th>
    <td class="trick-cards"><${Cards} decision=${decision} review=${review}/></td>
    ${GAMES[review.game].review.hasTricks && html`<td class="taken">${decision.took ? points(decision.took, 0, true) : ""}</td>`}
    <td>${wrong && decision.best !== decision.chosen ? cardsIn(decision.best).length ? html`<${Choice} choice=${decision.best} mini/>` : html`<${GAMES[review.game].review.Better} decision=${decision}/>` : ""}</td>
    <td class="cost" title=${decision.forced ? undefined : giveOrTake(decision)}>${decision.forced || decision.cost < 0.005 ? "" : number(decision.cost)}</td>
    <${Cost} decision=${decision} scale=${scale}/>
    <td><${Verdict} verdict=${decision.verdict}/></td></tr>`;
}

function Decisions({review, busy, selected, select, choose}) {
  const mine = review.players[review.seat], {column, hasTricks} = GAMES[review.game].review;
  const scale = useMemo(() => axis([1, ...review.decisions.filter(decision => !decision.forced).flatMap(({cost, high, open_cost}) => [high, Math.min(open_cost, 2 * cost + 2)])]), [review]);
  const digits = scale.ticks[1] - scale.ticks[0] < 1 ? 1 : 0;
  return html`<section class="pan decisions" aria-labelledby="decisions-title">
    <div class="head"><h2 id="decisions-title">${mine.player === "you" ? t("review_decisions") : t("review_decisions_of", {who: mine.name})}</h2>
      <p class="key" aria-hidden="true"><span><i class="spot"></i>${t("review_key_cost")}</span><span><i class="diamond"></i>${t("review_key_open")}</span></p>
      ${busy && html`<progress max=${busy.of} value=${busy.done} aria-label=${t("review_progress", busy)}></progress>`}
      <label class="whose">${t("review_whose")} <select value=${review.seat} onChange=${event => choose(Number(event.target.value))}>${review.players.map((player, seat) => html`
        <option value=${seat} selected=${seat === review.seat}>${nameOf(player)}${review.scores ? ` (${points(review.scores[seat], 0)})` : ""}</option>`)}</select></label></div>
    <div class="scroll"><table class=${review.game}><thead><tr><th scope="col"><abbr title=${t("review_col_step")}>#</abbr></th><th scope="col">${t(column)}</th>
      ${hasTricks && html`<th scope="col" class="right">${t("review_col_took")}</th>`}<th scope="col">${t("review_col_better")}</th><th scope="col" class="right">${t("review_col_cost")}</th>
      <td class="scale" aria-hidden="true"><div>${scale.ticks.map(tick => html`<i style=${`left:${(scale.place(tick) * 100).toFixed(1)}%`}>${number(tick, tick ? digits : 0)}</i>`)}</div></td><th scope="col">${t("review_col_verdict")}</th></tr></thead>
      <tbody>${review.decisions.map((decision, index) => html`<${Row} key=${decision.number} decision=${decision} review=${review} index=${index} selected=${index === selected} select=${select} scale=${scale}/>`)}</tbody></table></div>
  </section>`;
}

// ---- what can be done from here ----

/** The little shield: whether the seal of the hand holds, and in plain words what that proves. */
function Seal({review}) {
  const {seal, secret, promises, words, end, played} = review, [found, wrong] = useMemo(() => {
    const all = {seal, secret, promises, words, end, saved: end ? played : null};
    return [all, seal && wrongWith(all, noteOf(review.hand))];
  }, [review.link]);
  if (!seal) return null;
  const broken = wrong.startsWith("seal_wrong");
  return html`<details class=${`sealed${broken ? " broken" : ""}`}><summary><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3 5 6v5.500c0 4.500 3 8 7 9.500 4-1.500 7-5 7-9.500V6Z"/>${!broken && html`<path d="m9 12 2.200 2.200L15.200 10"/>`}</svg>
    <span>${t(broken ? "review_seal_broken" : wrong ? "review_seal_alone" : "review_seal_noted")} <code>${seal.slice(0, 8)}…${seal.slice(-4)}</code></span></summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${t("fair_deal")}><${Proof} found=${found} hand=${review.hand}/></div></details>`;
}

const linkOf = review => `${location.origin}/review#${review.link}`;

/** Copy the link; where the browser does not allow that, show it to be copied by hand. */
function CopyLink({review, announce, button}) {
  const [state, setState] = useState("");
  useEffect(() => { setState(""); }, [review.link]);
  const copy = () => navigator.clipboard.writeText(linkOf(review)).then(() => { setState("copied"); announce(t("review_link_copied")); }).catch(() => setState("shown"));
  if (!review.link) return null;
  return html`<button class="btn small" ref=${button} onClick=${copy}>${t(state === "copied" ? "review_link_copied" : "review_copy_link")} <kbd>C</kbd></button>
    ${state === "shown" && html`<input type="text" readonly value=${linkOf(review)} aria-label=${t("review_link")} onFocus=${event => event.target.select()}/>`}`;
}

const Again = ({actions}) => html`<div class="actions main-row"><button class="btn main" onClick=${() => actions.again(false)}>${t("review_again")} <kbd>R</kbd></button>
  <button class="btn" disabled=${!actions.wrong} onClick=${() => actions.wrongFrom(1)}>${t("review_next_mistake")} <kbd>→</kbd></button></div>`;

/** A decision of one's own that clearly cost something can be asked again another day. */
function AskAgain({review, decision, ask, willAsk}) {
  if (!review.hand || review.players[review.seat].player !== "you" || !WRONG.includes(decision.verdict)) return null;
  const will = willAsk?.hand === review.hand && willAsk.place === decision.number;
  return html`<button class="btn small whole" disabled=${will} title=${t("ask_again_about")} onClick=${ask}>${will ? t("ask_again_done", {day: day(willAsk.due, true)}) : html`${t("ask_again")} <kbd>A</kbd>`}</button>`;
}

const Others = ({review, actions, announce, copy, next, decision, willAsk}) => html`<div class="actions"><${AskAgain} review=${review} decision=${decision} ask=${actions.askAgain} willAsk=${willAsk}/>
  <button class="btn small" onClick=${() => actions.again(true)} title=${t("review_fresh_about")}>${t("review_fresh")} <kbd>F</kbd></button><${CopyLink} review=${review} announce=${announce} button=${copy}/>
  ${review.hand && html`<a class="btn small" href=${`/hand/${review.hand}.html`} download title=${t("review_save_about")}>${t("review_save")}</a>`}
  ${next && html`<button class="btn small" onClick=${next.act}>${next.text} <kbd>N</kbd></button>`}</div>`;

/** Keys that work anywhere on the page, except in fields and lists. */
function useKeys(letters, keys) {
  const latest = useRef(keys);
  latest.current = {letters, keys};
  useEffect(() => {
    const press = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || sheetIsOpen() || event.target.closest?.("input, select, textarea")) return;
      const {letters, keys} = latest.current, letter = event.key.length === 1;
      if (letter && event.repeat) return;
      const act = letter ? letters && keys[event.key.toLowerCase()] : keys[event.key];
      if (act) { event.preventDefault(); act(); }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Leave out missing numbers: a choice without a value is not drawn, a value without an interval has none. */
function whole(review) {
  const sure = values => (values ?? []).filter(value => value.mean !== null).map(value => ({...value, low: value.low ?? value.mean, high: value.high ?? value.mean}));
  const decisions = review.decisions.map(decision => ({...decision, low: decision.low ?? decision.cost, high: decision.high ?? decision.cost, luck: decision.luck ?? 0, open_cost: decision.open_cost ?? 0,
    effective: decision.effective ?? 0, values: sure(decision.values), open: sure(decision.open), own: decision.own && sure(decision.own)}));
  return {...review, decisions};
}

/** How to deal the next hand, if the server says that the table waits for it; else the way back to the table where the hand was played. */
function nextHand(review, send, go) {
  if (review.table) return {text: t("review_next_hand"), act: () => { send({do: "next", table: review.table}); go(`/table/${review.table}`); }};
  const table = review.hand?.replace(/-\d+$/, "");
  return table ? {text: t("review_to_table"), act: () => go(`/table/${table}`)} : null;
}

/** A reviewed hand: `review` is its plain form, `reviewed` the last message about it, which tells how far another one is. */
export function Review({review, reviewed, willAsk, send, go = () => {}, settings, announce = () => {}}) {
  const complete = useMemo(() => whole(review), [review]);
  const busy = reviewed?.done < reviewed?.of ? reviewed : null, chose = useRef(false);
  return html`<${Reviewed} key=${`${review.hand} ${review.link} ${review.seat}`} review=${complete} busy=${busy} chose=${chose} willAsk=${willAsk} send=${send} announce=${announce} next=${nextHand(review, send, go)} letters=${settings?.keys !== false}/>`;
}

function Reviewed({review, busy, chose, willAsk, send, announce, next, letters}) {
  const {decisions} = review, [selected, setSelected] = useState(() => worst(decisions)), [lens, setLens] = useState("open"), copy = useRef(null);
  useLayoutEffect(() => { // the list in which a seat was chosen has gone with the review before, and the focus with it
    if (chose.current && document.activeElement === document.body) document.querySelector(".whose select").focus({preventScroll: true});
    chose.current = false;
  }, []);
  useEffect(() => { if (willAsk) announce(t("ask_again_done", {day: day(willAsk.due, true)})); }, [willAsk]);
  const which = {hand: review.hand ?? "", link: review.hand ? "" : review.link ?? ""};
  const select = (index, byHand = false) => {
    if (index < 0 || index >= decisions.length) return;
    const inTable = document.activeElement?.id?.startsWith("decision-");
    setSelected(index);
    requestAnimationFrame(() => {
      const row = document.getElementById(`decision-${index}`);
      if (inTable || byHand) row?.focus({preventScroll: true});
      else announce(inWords(decisions[index], review));
      if (byHand && matchMedia(NARROW).matches) document.querySelector(".review .decision")?.scrollIntoView();
      else if (!matchMedia(NARROW).matches) row?.closest("tr").scrollIntoView({block: "nearest"});
    });
  };
  const actions = {
    wrong: decisions.some(decision => WRONG.includes(decision.verdict)),
    wrongFrom: step => { const index = nextWrong(decisions, selected, step); if (index < 0) announce(t("review_no_mistakes")); else select(index); },
    askAgain: () => send({do: "askagain", hand: review.hand, place: decisions[selected].number}),
    again: fresh => send({do: "again", ...which, decision: decisions[selected].number, fresh}),
  };
  useKeys(letters, {ArrowUp: () => select(selected - 1), ArrowDown: () => select(selected + 1), Home: () => select(0), End: () => select(decisions.length - 1),
    ArrowRight: () => actions.wrongFrom(1), ArrowLeft: () => actions.wrongFrom(-1), a: () => review.hand && WRONG.includes(decisions[selected].verdict) && actions.askAgain(), r: () => actions.again(false), f: () => actions.again(true),
    o: () => setLens(lens === "open" ? "knew" : "open"), c: () => copy.current?.click(), n: () => next?.act()});
  return html`<main id="main" class="review"><h1 class="sr">${t("review_title")}</h1>
    <${Summary} review=${review}/>
    ${decisions.length > 0 && html`<${Steps} review=${review} selected=${selected} select=${select}/>`}
    <${Decisions} review=${review} busy=${busy} selected=${selected} select=${select} choose=${seat => { chose.current = true; send({do: "review", ...which, seat}); }}/>
    ${decisions.length > 0 && html`<${Decision} review=${review} decision=${decisions[selected]} lens=${lens} setLens=${setLens}>
      <${Others} review=${review} actions=${actions} announce=${announce} copy=${copy} next=${next} decision=${decisions[selected]} willAsk=${willAsk}/><${Seal} review=${review}/><${Again} actions=${actions}/></${Decision}>`}
  </main>`;
}
