// A line to paste: what one paid, and how many bots of the usual level paid more. It says nothing about the cards.
import {html, useState, t, number} from "../base.mjs";

/** The day as plain text. */
function lineOf(page, done) {
  const own = done.reduce((sum, deal) => sum + deal.points, 0), level = page.levels[page.usual];
  const deals = page.deals.map(deal => Number.isInteger(deal.points) ? deal.points : "·").join(" ");
  const sum = done.length === page.deals.length ? t("daily_line_done", {points: own}) : t("daily_line_going", {points: own, n: done.length});
  const share = level.totals?.length ? ", " + t("daily_line_ahead", {share: number(100 * level.behind / level.totals.length, 0), level: t("level_" + level.level).toLowerCase()}) : "";
  return `cardshark daily ${page.day} ${t("game_hearts")}\n${deals}  ${sum}${share}`;
}

export function Paste({page, done, announce}) {
  const [word, set] = useState("daily_copy"), line = lineOf(page, done);
  const copy = async () => {
    const say = key => { set(key === "daily_copied" ? key : "daily_copy"); announce(t(key)); };
    try { await navigator.clipboard.writeText(line); say("daily_copied"); } catch { say("daily_copy_failed"); }
  };
  return html`<section class="pan"><div class="hd"><h2>${t("daily_paste")}</h2><small>${t(done.length === page.deals.length ? "daily_paste_done" : "daily_paste_going")}</small></div>
    <div class="paste"><code>${line}</code><button class="btn" onClick=${copy}>
      <svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><rect x="8.500" y="8.500" width="11" height="11" rx="2"/><path d="M15.500 8.500V6a1.500 1.500 0 0 0-1.500-1.500H6A1.500 1.500 0 0 0 4.500 6v8A1.500 1.500 0 0 0 6 15.500h2.500"/></svg>${t(word)}</button></div></section>`;
}
