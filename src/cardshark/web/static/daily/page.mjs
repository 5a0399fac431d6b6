// The daily eight: eight deals named by the date, how bots fared with the same cards, a line to paste, and the days before.
import {html, useEffect, t, say, number, Face} from "../base.mjs";
import {sheetIsOpen} from "../settings.mjs";
import {Plain} from "../notices.mjs";
import {Bots} from "./bots.mjs";
import {Calendar} from "./calendar.mjs";
import {Paste} from "./paste.mjs";
import {follow, longDate, half, within} from "./words.mjs";

const AGAIN = 1500; // milliseconds after which the page asks how far the bots are

/** Ask again while bots play, and when the page is looked at again: the day may be another. */
function useFresh(page, here, send) {
  const ask = () => send({do: "daily", day: here.id});
  useEffect(() => {
    if (!page?.playing) return undefined;
    const timer = setTimeout(ask, AGAIN);
    return () => clearTimeout(timer);
  }, [page]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && ask();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [here.id]);
}

/** Enter goes on, wherever one is on the page, but for what Enter does there. */
function useEnter(goOn, settings) {
  useEffect(() => {
    const press = event => {
      if (event.key !== "Enter" || event.repeat || !settings.keys || sheetIsOpen() || event.target.closest?.("a,button,input,select,summary")) return;
      goOn?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

export function Page({here, said, send, go, settings, announce}) {
  const page = said.dailypage;
  const shown = page && (!here.id || page.day === here.id) ? page : null;
  const goOn = shown && Number.isInteger(shown.now) ? () => send({do: "playdaily", day: shown.day}) : null;
  useFresh(shown, here, send);
  useEnter(goOn, settings);
  if (!shown && said.trouble) return html`<${Plain} title=${t("trouble")} text=${say(said.trouble.words)}>
    <p><a class="btn" ...${follow(go, "/daily")}>${t("daily_to_today")}</a></p><//>`;
  const done = shown?.deals.filter(deal => Number.isInteger(deal.points)) ?? [];
  const missed = shown && !goOn && done.length === 0; // a day that is over, of which nothing was played
  return html`<main id="main" class="daily"><${Top} page=${shown} done=${done.length} goOn=${goOn} go=${go}/>
    ${shown?.later && html`<p class="pan clock" role="note">${t("daily_clock", {today: longDate(shown.today), later: longDate(shown.later)})}</p>`}
    <section class="felt strip" aria-label=${t("daily_deals")}><ol>
      ${(shown?.deals ?? Array(8).fill(null)).map((deal, n) => html`<li key=${n}><${Deal} deal=${deal} n=${n} now=${shown?.now === n} goOn=${goOn} go=${go}/></li>`)}</ol></section>
    ${done.length > 0 && html`<p class="src">${t("daily_compared", {of: shown.levels[shown.usual].count})}</p>`}
    <div class="grid"><div class="colr">${!missed && html`<${Bots} page=${shown} done=${done}/>`}
      ${done.length > 0 && html`<${Paste} page=${shown} done=${done} announce=${announce}/>`}</div>
      <div class="colr"><${Calendar} page=${shown} go=${go}/></div></div></main>`;
}

// ---- the top ----

function Top({page, done, goOn, go}) {
  const past = page && page.day !== page.today, names = page?.opponents ?? [];
  const about = t(!past ? done === 8 ? "daily_tomorrow" : "daily_intro" : goOn ? "daily_late" : done ? "daily_over" : "daily_missed");
  return html`<div class="top"><div><h1>${page ? t("daily_heading", {date: longDate(page.day)}) : t("page_daily")}</h1><p>${about}</p>
      ${page && html`<p class="src">${t("daily_against", {names: names.join(", ")})}</p>`}</div>
    <div class="act">${page && html`<${Action} page=${page} done=${done} past=${past} goOn=${goOn} go=${go}/>`}</div></div>`;
}

/** The one thing to do: go on, look back at the dearest deal, or go to today's. */
function Action({page, done, past, goOn, go}) {
  if (goOn) return html`<button class="btn main big" onClick=${goOn}>
    ${page.now === 0 && !page.deals[0].begun ? t("daily_begin") : t("daily_go_on", {n: page.now + 1})} <kbd>Enter</kbd></button>`;
  const dearest = page.deals.reduce((best, deal, n) => (deal.points ?? -1) > (page.deals[best].points ?? -1) ? n : best, 0);
  return html`${past && html`<a class="btn" ...${follow(go, "/daily")}>${t("daily_to_today")}</a>`}
    ${done > 0 && html`<a class="btn" ...${follow(go, `/review/${page.deals[dearest].hand}`)}>${t("daily_look_back", {n: dearest + 1})}</a>`}`;
}

// ---- the eight places ----

function Deal({deal, n, now, goOn, go}) {
  const name = t("daily_deal", {n: n + 1});
  if (!deal) return html`<div class="dl"><span class="n">${name}</span><i class="grey"></i></div>`;
  const head = word => html`<span class="n"><span>${name}</span><span aria-hidden="true">${word}</span></span>`;
  if (Number.isInteger(deal.points)) return html`<a class="dl" ...${follow(go, `/review/${deal.hand}`)}>${head(t("daily_" + deal.passing))}<${Paid} deal=${deal}/></a>`;
  if (now) return html`<button class="dl now" onClick=${goOn}>${head(t("daily_going"))}<${Progress} deal=${deal}/></button>`;
  return html`<div class="dl todo">${head("")}<i class="bk"></i><span class="sr">${t("daily_to_come")}, ${t("daily_pass_" + deal.passing)}</span></div>`;
}

/** A finished deal: what it cost, how many paid more, and what the cards were worth. */
function Paid({deal}) {
  const ready = deal.worth !== null;
  return html`<p class="pts">${deal.points}<small>${t("points")}</small></p>
    <div class="mb">${ready && html`<i style=${{width: `${100 * deal.behind / deal.of}%`}}></i>`}</div>
    <p class="c">${ready ? html`${within("daily_ahead_of", "count", html`<b>${half(deal.behind)}</b>`, {of: deal.of})}<br/>${t("daily_worth", {worth: number(deal.worth), error: number(deal.error)})}`
      : t("daily_bots_play")}</p><span class="sr">${t("daily_pass_" + deal.passing)}. ${t("daily_done")}</span>`;
}

/** The deal that is being played: one's own cards, and where it stands. */
function Progress({deal}) {
  if (!deal.begun) return html`<span class="bkrow"><i class="bk"></i></span><span class="c">${t("daily_pass_" + deal.passing)}</span>`;
  const cards = deal.cards.filter((_, i, all) => all.length <= 4 || i % Math.ceil(all.length / 4) === 0);
  return html`<span class="mini" aria-hidden="true">${cards.map(card => html`<span key=${card} class=${"card " + card[1]}><${Face} card=${card}/></span>`)}</span>
    <span class="c">${deal.phase !== "pass" && html`<b>${t("daily_trick", {n: deal.trick})}</b><br/>${t("daily_so_far", {n: deal.so_far})}<br/>`}${t("daily_phase_" + deal.phase)}</span>`;
}
