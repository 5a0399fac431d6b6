// The days before, a month at a time: one blue ramp with figures, forgiven days dashed and named, and how many days in a row.
import {html, useState, t} from "../base.mjs";
import {asDate, follow, monthName, shortDate, weekday} from "./words.mjs";

const BEST = 14, STEP = 1 / 42, DEEP = .75; // points of the deepest blue, and how much each further point pales it
const paleness = points => Math.max(0, Math.min(1, 1 - (points - BEST) * STEP));
const two = value => String(value).padStart(2, "0");

/** The weeks of a month: days as texts, empty before the first and after the last. */
function weeksOf(year, month) {
  const first = (new Date(year, month, 1, 12).getDay() + 6) % 7, days = new Date(year, month + 1, 0, 12).getDate();
  const cells = [...Array(first).fill(""), ...Array.from({length: days}, (_, i) => `${year}-${two(month + 1)}-${two(i + 1)}`)];
  while (cells.length % 7) cells.push("");
  return Array.from({length: cells.length / 7}, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

export function Calendar({page, go}) {
  const [back, turn] = useState(0);
  if (!page) return html`<section class="pan"><i class="grey tall"></i></section>`;
  const at = asDate(page.later || page.today), shown = new Date(at.getFullYear(), at.getMonth() - back, 1, 12);
  const played = new Map(page.days.map(each => [each.day, each])), first = page.days[0]?.day ?? page.today;
  const earlier = asDate(first) < shown, month = shift => new Date(shown.getFullYear(), shown.getMonth() + shift, 1, 12);
  const names = Array.from({length: 7}, (_, i) => weekday(new Date(2024, 0, 1 + i, 12))); // a Monday
  return html`<section class="pan"><${Row} page=${page}/>
    <table class="cal"><caption>${t("daily_calendar", {month: monthName(shown, true)})}</caption><thead><tr>${names.map(name => html`<th key=${name} scope="col">${name}</th>`)}</tr></thead>
      <tbody>${weeksOf(shown.getFullYear(), shown.getMonth()).map((week, n) => html`<tr key=${n}>${week.map((day, i) => html`<${Cell} key=${i} day=${day} page=${page} played=${played.get(day)} go=${go}/>`)}</tr>`)}</tbody></table>
    <p class="legend"><span><i class="deep"></i>${t("daily_fewer")}</span><span><i class="dashed"></i>${t("daily_forgiven")}</span>
      <span class="turn">${earlier && html`<button class="link" onClick=${() => turn(back + 1)}>${monthName(month(-1))}</button>`}
        ${back > 0 && html`<button class="link" onClick=${() => turn(back - 1)}>${monthName(month(1))}</button>`}</span></p></section>`;
}

/** How many days in a row, and what was forgiven. */
function Row({page}) {
  const last = page.forgiven.at(-1), begun = !page.streak && page.days.find(each => each.day === page.today && each.deals < 8);
  return html`<div class="streak"><span class="big">${begun ? `${begun.deals}/8` : page.streak}</span><p><b>${begun ? t("daily_not_finished") : t("daily_in_a_row", {n: page.streak})}</b><br/>
    ${last && page.streak ? t("daily_forgiven_on", {date: shortDate(last)}) : t("daily_forgives")} ${page.best > 0 && t("daily_best", {n: page.best})}</p></div>`;
}

function Cell({day, page, played, go}) {
  if (!day) return html`<td></td>`;
  const date = shortDate(day), n = Number(day.slice(-2)), today = day === page.today;
  const to = follow(go, today ? "/daily" : `/daily/${day}`), here = day === page.day ? "date" : null;
  if (played?.deals === 8) {
    const p = paleness(played.points);
    return html`<td class=${today ? "today" : ""}><a class=${p > DEEP ? "deep" : ""} style=${{"--p": p}} aria-current=${here} ...${to}><b aria-hidden="true">${played.points}</b><small aria-hidden="true">${n}.</small><span class="sr">${t("daily_cell", {date, points: played.points})}</span></a></td>`;
  }
  if (today) return html`<td class="today"><a aria-current=${here} ...${to}><b aria-hidden="true">${n}</b><small aria-hidden="true">${t("daily_going")}</small><span class="sr">${t("daily_cell_today", {date})}</span></a></td>`;
  if (played) return html`<td class="part"><a aria-current=${here} ...${to}><b aria-hidden="true">${played.deals}/8</b><small aria-hidden="true">${n}.</small><span class="sr">${t("daily_cell_part", {date, n: played.deals})}</span></a></td>`;
  if (page.forgiven.includes(day)) return html`<td class="pause" title=${t("daily_cell_pause", {date})}><span class="sr">${t("daily_cell_pause", {date})}</span><span aria-hidden="true">${t("daily_pause")}</span></td>`;
  return html`<td>${n}</td>`;
}
