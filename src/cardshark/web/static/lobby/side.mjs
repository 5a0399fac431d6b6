// The right column: today's eight, mistakes that are due, tables that wait, and where else to go.
import {html, useState, useEffect, t, Icon} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {half} from "../daily/words.mjs";
import {PAGES} from "../pages.mjs";

const SHOWN = 3, UNDO = 8000; // tables before "all", milliseconds in which a table can be taken back

export const follow = (go, to) => ({href: to, onClick: event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to); } }});

/** Today's deals: done, now, to come. */
export function DailyPart({daily: {done, now, streak, ahead, of, level}, go}) {
  const places = Array.from({length: 8}, (_, i) => i < done.length ? ["", done[i]] : i + 1 === now ? ["now", t("lobby_daily_now")] : ["todo", ""]);
  const sum = done.reduce((all, each) => all + each, 0);
  return html`<section class="pan" aria-labelledby="h-daily"><div class="hd"><h2 id="h-daily">${t("lobby_daily_title")}</h2>${streak > 0 && html`<small>${t("lobby_daily_streak", {n: streak})}</small>`}</div>
    <ol class="eight" aria-label=${t("lobby_daily_places", {done: done.length, points: done.join(", ") || "–"})}>${places.map(([kind, text], i) => html`<li key=${i} class=${kind}>${text}</li>`)}</ol>
    <div class="row2"><p>${done.length ? t("lobby_daily_sum", {n: done.length, points: sum}) : t("lobby_daily_about")}${ahead !== null && ahead !== undefined && done.length > 0 && html` ${t("lobby_daily_ahead", {n: half(ahead), of, level: t("levels_" + level)})}`}</p>
      <a class="btn small" ...${follow(go, "/daily")}>${t(done.length === 8 ? "lobby_daily_look" : done.length || now ? "go_on_button" : "lobby_daily_start")}</a></div></section>`;
}

export function MistakesPart({due, go}) {
  return html`<section class="pan" aria-labelledby="h-mistakes"><div class="row2"><div><h2 id="h-mistakes">${t("lobby_mistakes_title")}</h2>
      <p><b>${t("lobby_mistakes_due", {n: due})}</b> ${t("lobby_mistakes_minutes", {n: Math.max(1, Math.round(due * 0.7))})}</p></div><a class="btn small" ...${follow(go, "/mistakes")}>${t("lobby_mistakes_try")}</a></div></section>`;
}

// ---- tables that wait ----

/** A moment as people say it: the time today, yesterday with the time, a weekday, a date. */
export function when(text, language) {
  const date = new Date(text.replace(" ", "T") + "Z");
  if (Number.isNaN(date.getTime())) return text;
  const locale = language === "en" ? "en-GB" : language; // the day before the month
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000), time = date.toLocaleTimeString(locale, {hour: "2-digit", minute: "2-digit", hour12: false});
  return days <= 0 ? t("today_at", {time}) : days === 1 ? t("yesterday_at", {time}) : date.toLocaleDateString(locale, days < 7 ? {weekday: "long"} : {day: "numeric", month: "long"});
}

export function Tables({tables, send, go, settings, announce}) {
  const [all, showAll] = useState(false), [gone, remove] = useState([]), [undo, offer] = useState(null);
  const rest = tables.filter(each => !gone.includes(each.table)), shown = all ? rest : rest.slice(0, SHOWN);
  useEffect(() => { if (undo) { const timer = setTimeout(() => offer(null), UNDO); return () => clearTimeout(timer); } }, [undo]);
  const put = table => { remove(old => [...old, table.table]); offer(table); send({do: "bin", table: table.table}); announce(t("table_gone")); };
  const back = () => { remove(old => old.filter(each => each !== undo.table)); send({do: "reopen", table: undo.table}); announce(t("table_back")); offer(null); };
  if (!rest.length && !undo) return null;
  return html`<section class="pan" aria-labelledby="h-tables"><div class="hd"><h2 id="h-tables">${t("tables_wait")}</h2><small>${rest.length || ""}</small></div>
    <ul class="tables">${shown.map(each => html`<${Waiting} key=${each.table} table=${each} go=${go} settings=${settings} put=${() => put(each)}/>`)}</ul>
    ${undo && html`<p class="lobby_undo" role="status">${t("table_gone")} <button class="btn small" onClick=${back}>${t("lobby_undo")}</button></p>`}
    ${rest.length > SHOWN && html`<button class="btn small wide" aria-expanded=${all} onClick=${() => showAll(!all)}>${all ? t("fewer_tables") : t("all_tables", {n: rest.length})}</button>`}</section>`;
}

function Waiting({table, go, settings, put}) {
  const others = table.seats.filter((_, n) => n !== table.you), you = table.you === null || table.you === undefined ? null : table.seats[table.you];
  const names = others.map(each => each.name).join(", "), what = `${t("game_" + table.game)}, ${t("hand_n", {n: table.hand_number})}`;
  const label = `${what}, ${names}`;
  return html`<li><div><span class="l1"><span class="heads">${others.map((each, n) => html`<${Portrait} key=${n} who=${each.who}/>`)}</span>
      <span class="sc">${you && html`${t("you_small")} <b>${you.total}</b> · `}${others.map(each => each.total).join(" · ")}</span></span>
      <b>${names}</b><p class="t">${what}${table.mode === "play" ? "" : ` · ${t("mode_" + table.mode)}`} · ${when(table.when, settings.language)}</p></div>
    <a class="btn small" aria-label=${`${t("go_on_button")}: ${label}`} ...${follow(go, `/table/${table.table}`)}>${t("go_on_button")}</a>
    <button class="btn icon" aria-label=${`${t("put_away")}: ${label}`} onClick=${put}><${Icon} name="bin"/></button></li>`;
}

// ---- where else to go ----

export function More({go, choose}) {
  const watch = event => { event.preventDefault(); history.replaceState(null, "", "/#watch"); choose({mode: "watch"}); scrollTo(0, 0); };
  const link = (page, to, icon, text) => page in PAGES && html`<a ...${follow(go, to)}><${Icon} name=${icon}/>${t(text)}</a>`;
  return html`<nav class="more" aria-label=${t("more")}>${link("family", "/family", "family", "family_table")}${link("teach", "/teach", "help", "first_hand")}
    <a href="/#watch" onClick=${watch}><${Icon} name="eye"/>${t("mode_watch")}</a>${link("me", "/me#hands", "hands", "all_hands")}
    ${link("club", "/club", "me", "club_evening")}<a href="/lab"><${Icon} name="flask"/>${t("lab")}</a></nav>
    <p class="quiet">${t("train_tip")} <code>cardshark train</code></p>`;
}
