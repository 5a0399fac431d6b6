// Points lost a decision over time: nothing lost is on top, so that one climbs past the faces of the cast. Also as a table.
import {html, useState, t, number} from "../base.mjs";
import {axis} from "../panels.mjs";
import {Portrait} from "../cast.mjs";
import {FEW, plusMinus} from "./names.mjs";

const HEIGHT = 280, APART = 27; // pixels: of the chart, and between two faces
const language = () => document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const time = day => new Date(day + "T12:00").getTime();
const dayName = day => new Date(day + "T12:00").toLocaleDateString(language(), {day: "numeric", month: "short"});

/** Heights for the faces, near to where each belongs, without one on the other. */
function spread(wanted) {
  const places = [...wanted];
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + APART);
  const over = places.length ? Math.max(0, places.at(-1) - HEIGHT) : 0;
  if (over) for (let i = places.length - 1, most = HEIGHT; i >= 0; i--, most -= APART) places[i] = Math.min(places[i], most);
  return places;
}

const percent = share => `${(100 * share).toFixed(2)}%`;

function Chart({figures, group}) {
  const {course, bots, begin, end} = figures, from = time(begin), whole = Math.max(1, time(end) - from);
  const points = course.map(stretch => ({...stretch, x: Math.min(1, Math.max(0, (time(stretch.day) - from) / whole))}));
  const firm = points.filter(point => point.rate.decisions >= FEW && point.rate.high !== null); // others have no band
  const {ticks, place} = axis([...bots.map(bot => bot.rate.mean * 1.05), ...firm.map(point => point.rate.high), ...points.map(point => point.rate.mean), group.rate.mean]);
  const y = value => Math.min(1, Math.max(0, place(value))), line = values => values.map(([x, value]) => `${(1000 * x).toFixed(1)},${(1000 * y(value)).toFixed(1)}`).join(" ");
  const low = firm.map(point => [point.x, point.rate.low]), high = firm.map(point => [point.x, point.rate.high]);
  const faces = spread(bots.map(bot => y(bot.rate.mean) * HEIGHT)), days = [0, 0.25, 0.5, 0.75, 1].map(share => [share, new Date(from + share * whole).toISOString().slice(0, 10)]);
  return html`<div class="course" role="img" aria-label=${words(figures, group)}>
    ${ticks.map(tick => html`<span class="tick" key=${tick} style=${{top: percent(y(tick))}}>${number(tick, tick && ticks[1] < 1 ? 1 : 0)}</span>`)}
    <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
      ${ticks.map(tick => html`<path class="grid" key=${tick} d=${`M0 ${1000 * y(tick)}H1000`}/>`)}
      ${bots.map(bot => html`<path class="bot" key=${bot.who} d=${`M0 ${1000 * y(bot.rate.mean)}H1000`}/>`)}
      ${firm.length > 1 && html`<polygon points=${`${line(high)} ${line([...low].reverse())}`}/>`}${points.length > 1 && html`<polyline points=${line(points.map(point => [point.x, point.rate.mean]))}/>`}</svg>
    ${points.map((point, i) => html`<i key=${i} class=${"dotp" + (point.rate.decisions < FEW ? " few" : "") + (i === points.length - 1 ? " now" : "")} style=${{left: percent(point.x), top: percent(y(point.rate.mean))}}></i>`)}
    ${bots.map((bot, i) => html`<span class="face" key=${bot.who} title=${`${bot.name}: ${number(bot.rate.mean, 2)} ${plusMinus(bot.rate)}`} style=${{top: `${faces[i]}px`}}><${Portrait} who=${bot.who}/><b>${bot.name}</b><em>${number(bot.rate.mean, 2)}</em></span>`)}
    ${days.map(([share, day]) => html`<span class=${"dayp" + (share % 0.5 ? " between" : "")} key=${day} style=${share === 1 ? {right: 0} : {left: percent(share)}}>${dayName(day)}</span>`)}</div>`;
}

function words({course, bots}, {rate}) {
  const cast = bots.map(bot => `${bot.name} ${number(bot.rate.mean, 2)}`).join(", ");
  return t("me_chart", {first: course.length ? number(course[0].rate.mean, 2) : "", now: number(rate.mean, 2), reach: plusMinus(rate), cast});
}

function Numbers({figures}) {
  const row = (name, rate) => html`<tr><th scope="row">${name}</th><td>${number(rate.mean, 2)} ${plusMinus(rate)}</td><td>${number(rate.decisions, 0)}</td><td>${number(rate.hands, 0)}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("me_lost")}><table class="numbers"><thead><tr><th scope="col">${t("me_when")}</th><th scope="col">${t("me_col_lost")}</th><th scope="col">${t("me_col_decisions")}</th><th scope="col">${t("me_col_hands")}</th></tr></thead>
    <tbody>${figures.course.map(stretch => row(`${dayName(stretch.begin)} – ${dayName(stretch.end)}`, stretch.rate))}${figures.bots.map(bot => row(bot.name, bot.rate))}</tbody></table></div>`;
}

export function Course({figures, group}) {
  const [numbers, show] = useState(false), hands = figures.bots.map(bot => bot.rate.hands).sort((a, b) => a - b);
  return html`${numbers ? html`<${Numbers} figures=${figures}/>` : html`<${Chart} figures=${figures} group=${group}/>`}
    <button class="link below" aria-pressed=${numbers} onClick=${() => show(!numbers)}>${t(numbers ? "me_as_chart" : "me_as_table")}</button>
    <p class="src">${figures.bots.length ? t("me_faces", {from: hands[0], to: hands.at(-1)}) : t("me_no_bots")}</p>`;
}
