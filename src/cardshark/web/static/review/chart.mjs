// Pictures of a reviewed hand: where its points came from, what bots did with the same cards, and what could be expected step by step.
import {html, t, number, shortName, useEffect, useRef, useState} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {cardsIn, luckWord, points} from "../panels.mjs";

/** "+1.9", "−0.3": a difference of points. */
export const signed = value => points(value, 1, true);
const share = (value, low, high) => `${((value - low) / (high - low) * 100).toFixed(2)}%`;

// ---- deal + luck + play ----

/** The final points as a bar: what the deal was worth, then luck, then play. If one of them takes points off, the three are drawn as steps. */
export function Origin({review, who}) {
  const {sign, outcome} = GAMES[review.game].review, {luck, play} = review;
  const [deal, end, final] = [review.deal, review.deal + luck, review.points].map(value => sign * value);
  const low = Math.min(0, deal, end, final), high = Math.max(1, deal, end, final) * 1.02;
  const steps = deal < 0 || end < deal || final < end;
  const piece = (kind, from, to, row) => html`<i class=${`${kind}${steps ? ` step${row}` : ""}`} style=${`left:${share(Math.min(from, to), low, high)};width:${(Math.abs(to - from) / (high - low) * 100).toFixed(2)}%`}></i>`;
  const half = (review.high - review.low) / 2;
  const real = review.decisions.filter(decision => !decision.forced).length;
  return html`<div class="origin">
    <div class="bars" aria-hidden="true">
      ${piece("base", 0, deal, 0)}${piece(luck < 0 ? "good" : "luck", deal, end, 1)}${piece("skill", end, final, 2)}
      ${low < 0 && html`<i class="zero" style=${`left:${share(0, low, high)}`}></i>`}
    </div>
    <ul>
      <li><i class="base"></i>${t("review_deal")} <b>${outcome(review.deal)}</b></li>
      <li><i class=${luck < 0 ? "good" : "luck"}></i>${luckWord(luck)} <b>${number(Math.abs(luck))}</b></li>
      <li><i class="skill"></i>${who ? t("review_play_of", {who}) : t("review_play")} <b>${t("luck_lost", {points: number(play)})}</b> <small>± ${number(half)}</small></li>
      <li class="per">${t("review_per_decision", {cost: number(real ? play / real : 0, 2), n: real})}</li>
    </ul>
  </div>`;
}

// ---- the bots ----

/** How many points bots took with the same cards; at most forty columns. */
export function Histogram({review, who, text}) {
  const {sign, range} = GAMES[review.game].review, final = sign * review.points;
  const counts = Object.entries(review.bots.counts).map(([taken, count]) => [sign * Number(taken), count]);
  const all = [...counts.map(([taken]) => taken), final];
  const low = Math.min(range[0], ...all), high = Math.max(range[1], ...all);
  const width = Math.max(1, Math.ceil((high - low + 1) / 40)), size = Math.floor((high - low) / width) + 1;
  const columns = Array(size).fill(0), at = taken => Math.floor((taken - low) / width);
  for (const [taken, count] of counts) columns[at(taken)] += count;
  const tallest = Math.max(...columns), mine = at(final), middle = column => `${((column + 0.5) / size * 100).toFixed(1)}%`;
  return html`<div class="histogram" role="img" aria-label=${text}>
    <div class="columns" style=${`grid-template-columns:repeat(${size},1fr)`}>
      ${columns.map((count, column) => html`<i class=${column === mine ? "mine" : ""} style=${`--v:${Math.sqrt(count / tallest).toFixed(3)}`}
        title=${t("review_bar", {points: width === 1 ? low + column : `${low + column * width} … ${low + column * width + width - 1}`, n: count, of: review.bots.count})}></i>`)}
    </div>
    <div class="under" aria-hidden="true">
      ${mine > size * 0.2 && html`<span style=${`left:${middle(0)}`}>${points(low, 0)}</span>`}
      <b class=${mine < size * 0.12 ? "first" : mine > size * 0.88 ? "last" : ""} style=${`left:${middle(mine)}`}>${t("review_here", {who, points: points(final, 0)})}</b>
      ${mine < size * 0.8 && html`<span style=${`left:${middle(size - 1)}`}>${low + size * width - 1}</span>`}
    </div>
  </div>`;
}

// ---- step by step ----

const HEIGHT = 190, LEFT = 30, BOTTOM = 166;

/** What could be expected before and after each choice, and after the luck that followed it: points to take, or points to win. */
export const steps = review => review.decisions.map(decision => {
  const {sign} = GAMES[review.game].review, {expected, cost, luck} = decision;
  return {decision, before: sign * (expected - cost), expected: sign * expected, after: sign * (expected + luck)};
});

/** Decisions of the same trick stand under one number. */
export const stepName = (decision, review) => GAMES[review.game].review.step(decision);

function ticks(low, high) {
  const step = [1, 2, 5, 10, 20, 50, 100].find(size => (high - low) / size <= 5) ?? 200;
  const first = Math.ceil(low / step) * step;
  return Array.from({length: Math.floor((high - first) / step) + 1}, (_, index) => first + index * step);
}

/** The width of an element, as it changes. */
function useWidth(start) {
  const box = useRef(null), [width, setWidth] = useState(start);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, Math.round(entry.contentRect.width))));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** The expected points from decision to decision; a click on a column selects its decision. */
export function Chart({review, selected, select}) {
  const [box, width] = useWidth(800);
  const all = steps(review), right = width - 8, column = (right - LEFT) / Math.max(1, all.length);
  const values = all.flatMap(({before, expected, after}) => [before, expected, after]);
  const low = Math.min(0, ...values), high = Math.max(1, ...values) * 1.04;
  const x = index => LEFT + index * column, notes = notesOn(all, x, column, right);
  const top = notes.length ? 20 + 15 * Math.max(...notes.map(note => note.row)) : 4, y = value => BOTTOM - (value - low) / (high - low) * (BOTTOM - top - 6);
  const line = all.flatMap(({before, expected}, index) => [[x(index) + 3, y(before)], [x(index) + column / 2, y(expected)]]);
  if (all.length) line.push([right, y(all.at(-1).after)]);
  const scale = {x, y, column, top};
  const summary = t("review_chart_label", {deal: GAMES[review.game].review.outcome(review.deal), points: GAMES[review.game].review.outcome(review.points)});
  return html`<div class="chart" ref=${box}><svg width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${summary}>
    <${Hatches}/>
    ${ticks(low, high).map(value => html`<path class="grid" d=${`M${LEFT} ${y(value)}H${right}`}/><text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${number(value, Number.isInteger(value) ? 0 : 1)}</text>`)}
    ${all.map((step, index) => html`<${Column} step=${step} index=${index} scale=${scale} selected=${index === selected} select=${select}/>`)}
    <${Labels} review=${review} scale=${scale} selected=${selected}/>
    <polyline class="expected" points=${line.map(point => point.map(value => value.toFixed(1)).join()).join(" ")}/>
    ${notes.map(({text, kind, middle, row}) => html`<text class=${`note ${kind}`} x=${middle} y=${top - 8 - 15 * row} text-anchor="middle">${text}</text>`)}
  </svg></div>`;
}

const Hatches = () => html`<defs>${["bad", "good"].map(kind => html`<pattern id=${`hatch-${kind}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
  <rect class=${`${kind} pale`} width="6" height="6"/><rect class=${kind} width="3" height="6"/></pattern>`)}</defs>`;

function Column({step, index, scale: {x, y, column, top}, selected, select}) {
  const {decision, before, expected, after} = step, edge = Math.min(6, column * 0.1), half = Math.max(1, (column - 2 * edge - 2) / 2);
  const bar = (kind, from, to, left) => {
    const height = Math.max(1.5, Math.abs(y(from) - y(to)));
    return html`<rect class=${kind} x=${left.toFixed(1)} width=${half.toFixed(1)} y=${Math.min(y(from), y(to)).toFixed(1)} height=${height.toFixed(1)} rx="1.5"/>`;
  };
  const sure = decision.verdict === "mistake" || decision.verdict === "slip";
  return html`<g onClick=${() => select(index)}>
    <rect class=${`hit${selected ? " selected" : ""}`} x=${x(index) + 1} y=${top} width=${Math.max(1, column - 2)} height=${BOTTOM - top} rx=${Math.min(7, column / 4)}/>
    ${decision.cost > 0 && bar(`skill${sure ? "" : " unsure"}`, before, expected, x(index) + edge)}
    ${Math.abs(after - expected) > 0.005 && bar(decision.luck > 0 ? "unlucky" : "lucky", expected, after, x(index) + edge + half + 2)}
  </g>`;
}

/** The numbers under the columns, as many as there is room for. */
function Labels({review, scale: {x, column}, selected}) {
  const {decisions} = review, groups = [];
  decisions.forEach((decision, index) => {
    const last = groups.at(-1), name = stepName(decision, review);
    if (last?.name === name) last.end = index + 1;
    else groups.push({name, start: index, end: index + 1});
  });
  const every = Math.ceil(20 * groups.length / Math.max(1, decisions.length * column));
  return groups.map(({name, start, end}, number) => (number % every === 0 || (start <= selected && selected < end)) && html`<text
    class=${`label${start <= selected && selected < end ? " selected" : ""}`} x=${(x(start) + x(end)) / 2} y=${BOTTOM + 17} text-anchor="middle">${name}</text>`);
}

/** A note on the greatest luck and one on the costliest mistake, each above its column; if they would touch, in two rows. */
function notesOn(all, x, column, right) {
  if (!all.length || right < 560) return [];
  const most = size => all.reduce((best, step, index) => size(step.decision) > size(all[best].decision) ? index : best, 0), notes = [];
  const add = (index, text, kind) => {
    const half = text.length * 3.3, middle = Math.min(right - half, Math.max(LEFT + half, x(index) + column / 2));
    const touching = notes.some(note => Math.abs(note.middle - middle) < note.half + half + 8);
    notes.push({text, kind, half, middle, row: touching ? 1 : 0});
  };
  const lucky = all[most(decision => Math.abs(decision.luck))].decision, dear = all[most(decision => decision.cost)].decision;
  if (Math.abs(lucky.luck) >= 1) {
    const key = lucky.luck < 0 ? "review_note_good" : lucky.took > 0 ? "review_note_took" : "review_note_bad";
    add(all.findIndex(step => step.decision === lucky), t(key, {luck: number(Math.abs(lucky.luck)), trick: lucky.trick, points: lucky.took}), "");
  }
  if ((dear.verdict === "mistake" || dear.verdict === "slip") && cardsIn(dear.chosen).length && cardsIn(dear.best).length) {
    const short = choice => cardsIn(choice).map(shortName).join(" ");
    add(all.findIndex(step => step.decision === dear), t("review_note_mistake", {chosen: short(dear.chosen), better: short(dear.best), cost: number(dear.cost)}), "mistake");
  }
  return notes;
}

/** The chart in numbers. */
export function StepTable({review, selected, select}) {
  const {sign} = GAMES[review.game].review;
  return html`<table class="numbers"><thead><tr>${["step", "before", "play", "luck", "after"].map(name => html`<th scope="col">${t(`review_col_${name}`)}</th>`)}</tr></thead>
    <tbody>${steps(review).map(({decision, before, after}, index) => html`<tr class=${index === selected ? "selected" : ""} onClick=${() => select(index)}>
      <th scope="row">${stepName(decision, review)}</th><td>${points(before)}</td><td>${signed(sign * decision.cost)}</td><td>${signed(sign * decision.luck)}</td><td>${points(after)}</td></tr>`)}</tbody></table>`;
}
