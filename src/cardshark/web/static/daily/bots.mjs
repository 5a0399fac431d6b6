// How bots of every level fared with the same cards: a row for each level, and the person as one line through all of them.
import {html, t, number} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {half} from "./words.mjs";

const USUAL = 200, BINS = 45, WIDE = 430, HIGH = 44, FLOOR = 40;

/** The end of the axis: a round number beyond what anybody paid. */
function reach(levels, own) {
  const most = Math.max(own, ...levels.flatMap(level => level.totals));
  return Math.max(20, Math.ceil((most + 1) / 10) * 10);
}

export function Bots({page, done}) {
  const own = done.reduce((sum, deal) => sum + deal.points, 0), levels = page?.levels ?? Array(7).fill(null);
  const most = page ? reach(page.levels, own) : 20, begun = done.length > 0;
  const heading = !begun ? t("daily_you_none") : t(done.length === 8 ? "daily_you_done" : "daily_you_going", {points: own, n: own, deals: done.length});
  return html`<section class="pan"><div class="hd"><h2>${heading}</h2><small>${t("daily_bots")}</small></div>
    ${page && !begun && html`<p class="quiet">${t("daily_bots_wait")}</p>`}
    <table class="bots"><thead><tr><th scope="col">${t("daily_level")}</th>
      <td class="axis">${begun && html`<${Axis} most=${most} own=${own}/>`}</td>
      <th scope="col" class="r">${t("daily_average")}</th><th scope="col" class="r">${t("daily_behind")}</th></tr></thead>
      <tbody>${levels.map((level, n) => html`<${Level} key=${n} level=${level} begun=${begun} most=${most} own=${own}/>`)}</tbody></table></section>`;
}

const Axis = ({most, own}) => html`<span class="scale" aria-hidden="true"><span>0</span>
    <b style=${{left: `${100 * Math.min(own / most, 1)}%`}}>${t("daily_you_at", {n: own})}</b><span>${t("daily_axis", {n: most})}</span></span>`;

function Level({level, begun, most, own}) {
  const ready = level?.totals?.length > 0, waits = begun && !ready;
  return html`<tr><th scope="row">${level ? html`<span class="w"><${Portrait} who=${level.who}/><span><b>${t("level_" + level.level)}</b><small>${level.name}</small></span></span>`
      : html`<i class="grey"></i>`}</th>
    <td>${ready ? html`<${Histogram} totals=${level.totals} most=${most} own=${own}/>` : waits || !level ? html`<i class="grey"></i>` : null}</td>
    <td class="r">${ready ? html`${number(level.mean, 0)}<small>± ${number(level.error, level.error < 1 ? 1 : 0)}<span class="sr">, ${t("daily_plus_minus", {error: number(level.error)})}</span></small>` : waits ? "…" : ""}</td>
    <td class=${"r" + (level && level.count < USUAL ? " few" : "")}>${ready ? html`<b>${half(level.behind)}</b> <small>${t("daily_of", {n: level.totals.length})}</small>` : waits ? html`<small>${t("daily_bots_play")}</small>` : ""}</td></tr>`;
}

/** How many bots paid how much. */
function Histogram({totals, most, own}) {
  const counts = Array(BINS).fill(0), step = WIDE / BINS;
  for (const total of totals) counts[Math.min(BINS - 1, Math.floor(total / most * BINS))] += 1;
  const tallest = Math.max(...counts), tall = count => Math.max(1.5, 32 * count / tallest);
  return html`<svg class="h" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true"><path d=${`M0 ${FLOOR + .5}H${WIDE}`} stroke="var(--line)"/>
    ${counts.map((count, n) => count > 0 && html`<rect x=${n * step + .8} y=${FLOOR - tall(count)} width=${step - 1.6} height=${tall(count)} rx="1.5" fill="var(--midf)"/>`)}
    <path d=${`M${Math.min(own / most, 1) * WIDE} 0V${HIGH}`} stroke="var(--amber)" stroke-width="2.5"/></svg>`;
}
