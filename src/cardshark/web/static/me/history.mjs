// Every hand: search, filters, and the same hands as files. Hands from elsewhere can be brought in.
import {html, useState, useEffect, useRef, t, say, number} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {sheetIsOpen} from "../settings.mjs";
import {Portrait} from "../cast.mjs";
import {Grey, groupName} from "./names.mjs";

const NOTHING = {text: "", game: "", opponent: "", since: "all", wrong: false, kind: "", group: ""};
const MORE = 20, TYPING = 180; // hands that are listed at first, and milliseconds after the last letter
const DOWN = "M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14", UP = "M12 16V5M7.500 9 12 4.500 16.500 9M5 20h14";
const Sign = ({path}) => html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;
const language = () => document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;

/** "Today 20:12", "Yesterday 21:40", "Sat 14 Nov". */
function whenName(text) {
  const when = new Date(text.replace(" ", "T") + "Z"), midnight = new Date().setHours(0, 0, 0, 0), days = Math.ceil((midnight - when) / 864e5);
  if (days < 2) return t(days < 1 ? "me_today" : "me_yesterday", {time: when.toLocaleTimeString(language(), {hour: "2-digit", minute: "2-digit"})});
  const year = when.getFullYear() === new Date().getFullYear() ? {} : {year: "numeric"};
  return when.toLocaleDateString(language(), {weekday: "short", day: "numeric", month: "short", ...year});
}

/** `/` goes to the search. */
function useSlash(settings, field) {
  useEffect(() => {
    const press = event => {
      if (!settings.keys || event.key !== "/" || sheetIsOpen() || event.target.closest?.("input,select,textarea")) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [settings.keys]);
}

export function History({said, send, go, settings, announce, kind, setKind}) {
  const [wanted, set] = useState(NOTHING), [most, setMost] = useState(MORE), field = useRef(null), first = useRef(true);
  const found = said.myhands, filter = {...wanted, ...kind};
  const change = some => { set(old => ({...old, ...some})); setMost(MORE); };
  useSlash(settings, field);
  const ready = Boolean(said.myfigures); // the server is there
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => send({do: "hands", ...filter, most}), first.current ? 0 : TYPING);
    first.current = false;
    return () => clearTimeout(timer);
  }, [JSON.stringify(filter), most, ready]);
  useEffect(() => { if (found) announce(t("me_found", {n: found.count})); }, [found?.count]);
  return html`<section class="pan wide" aria-labelledby="hands-title"><h2 id="hands-title">${t("me_every_hand")} <small>${found ? t("me_kept_here", {n: found.of, count: number(found.of, 0)}) : ""}</small></h2>
    <${Filters} wanted=${wanted} change=${change} found=${found} field=${field} kind=${kind} setKind=${setKind}/>
    ${!found ? html`<${Grey} rows=${5}/>` : found.rows.length ? html`<${Table} rows=${found.rows} go=${go}/>` : html`<p class="quiet">${t(found.of ? "me_nothing_found" : "me_no_hands")}</p>`}
    <${Foot} found=${found} filter=${filter} remove=${() => send({do: "removeimported", ...filter, most})} more=${() => setMost(most + MORE)} again=${() => send({do: "hands", ...filter, most})} announce=${announce}/></section>`;
}

function Filters({wanted, change, found, field, kind, setKind}) {
  const pick = (name, label, all, options) => html`<label><span class="sr">${label}</span><select value=${wanted[name]} onChange=${event => change({[name]: event.target.value})}>
    <option value=${NOTHING[name]}>${all}</option>${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === wanted[name]}>${text}</option>`)}</select></label>`;
  return html`<div class="tools2" role="search"><label class="find"><span class="sr">${t("me_search_label")}</span><${Sign} path="M16.500 10.500a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM15 15l5 5"/>
      <input type="search" ref=${field} value=${wanted.text} placeholder=${t("me_search")} maxlength="200" onInput=${event => change({text: event.target.value})}/></label>
    ${pick("game", t("me_filter_game"), t("me_all_games"), (found?.games ?? []).map(game => [game, t("game_" + game)]))}
    ${pick("opponent", t("me_filter_with"), t("me_everybody"), (found?.opponents ?? []).map(name => [name, name]))}
    ${pick("since", t("me_filter_when"), t("me_any_time"), [["quarter", t("me_quarter")], ["year", t("me_year")]])}
    <label class="tick"><input type="checkbox" checked=${wanted.wrong} onChange=${event => change({wrong: event.target.checked})}/>${t("me_with_mistake")}</label>
    ${kind && html`<button class="pill kindpill" onClick=${() => setKind(null)}>${t("kind_" + kind.kind)} <span aria-hidden="true">×</span><span class="sr">${t("me_all_kinds")}</span></button>`}</div>`;
}

function Verdict({row}) {
  if (row.imported) return html`<span class="pill">${t("me_imported")}</span>`;
  if (!row.counts) return html`<span class="pill">${t(row.mode === "play" ? "me_taken_back" : "mode_" + row.mode)}</span>`;
  if (row.deal === null) return html`<span class="pill">${t("me_not_yet")}</span>`;
  if (row.mistakes) return html`<span class="pill bad">${t("me_mistakes", {n: row.mistakes})}</span>`;
  return row.slips ? html`<span class="pill mid">${t("me_slips", {n: row.slips})}</span>` : html`<span class="pill good">${t("me_clean")}</span>`;
}

function HandLine({row, go}) {
  const {outcome} = GAMES[row.game].review, path = row.hand ? `/review/${row.hand}` : `/review#${row.link}`, judged = row.deal !== null;
  const names = row.players.map(player => player.name).join(", ");
  return html`<tr><td class="date"><a href=${path} onClick=${event => { event.preventDefault(); go(path); }}>${whenName(row.when)}</a></td>
    <th scope="row" class="which">${groupName(row)}</th>
    <td class="others"><span class="facestack" aria-hidden="true">${row.players.slice(0, 3).map((player, i) => html`<${Portrait} key=${i} who=${player.who || "bot"}/>`)}</span><span class="names">${names}</span></td>
    <td class="r more">${judged ? outcome(Math.round(10 * row.deal) / 10 + 1e-9) : ""}</td>
    <td class=${"r more " + (row.luck > 0 ? "lk" : "gk")}>${judged ? t(row.luck > 0 ? "me_luck_bad" : "me_luck_good", {points: number(Math.abs(row.luck))}) : ""}</td>
    <td class=${"r more" + (row.play >= 0.05 ? " pl" : "")}>${judged ? number(row.play) : ""}</td>
    <td class="r pts"><b>${outcome(row.points)}</b></td><td class="mark"><${Verdict} row=${row}/></td></tr>`;
}

function Table({rows, go}) {
  const heads = ["when", "game", "with", "deal", "luck", "play", "points", "review"], right = ["deal", "luck", "play", "points"];
  return html`<table class="allhands"><thead><tr>${heads.map(head => html`<th scope="col" key=${head} class=${right.includes(head) ? "r" : ""}>${t("me_head_" + head)}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<${HandLine} key=${row.hand || row.link} row=${row} go=${go}/>`)}</tbody></table>`;
}

/** How many are shown, more of them, and files. */
function Foot({found, filter, more, again, remove, announce}) {
  const [news, tell] = useState(null), file = useRef(null), chosen = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  const say_ = words => { tell(words); announce(say(words)); };
  const bring = async event => {
    const [picked] = event.target.files;
    event.target.value = "";
    if (!picked) return;
    try {
      const answer = await fetch("/hands", {method: "POST", body: picked}), result = await answer.json();
      say_(answer.ok ? {key: "me_brought_in", args: {n: result.added, known: result.known}} : result);
      if (answer.ok) again();
    } catch { say_({key: "trouble_import_lost"}); }
  };
  return html`${news && html`<p class="importnews">${say(news)}</p>`}<div class="foot"><p>${found?.count ? t("me_shown", {from: 1, to: found.rows.length, of: found.count}) : ""}</p>
    ${found && found.rows.length < found.count && html`<button class="btn" onClick=${more}>${t("me_more")}</button>`}
    ${found?.count > 0 && html`<a class="btn" href=${`/hands.txt?${chosen}`} download><${Sign} path=${DOWN}/>${t("me_export_text")}</a>
      <a class="btn" href=${`/hands.json?${chosen}`} download><${Sign} path=${DOWN}/>JSON</a>`}
    <button class="btn" onClick=${() => file.current.click()}><${Sign} path=${UP}/>${t("me_import")}</button>
    <input ref=${file} type="file" accept=".json,application/json" class="sr" tabindex="-1" aria-label=${t("me_import")} onChange=${bring}/>
    ${found?.imported > 0 && html`<${Remove} count=${found.imported} remove=${() => { tell(null); remove(); announce(t("me_removed")); }}/>`}</div>`;
}

/** Hands from elsewhere go with a second click only. */
function Remove({count, remove}) {
  const [asked, ask] = useState(false), sure = useRef(null);
  useEffect(() => { if (asked) sure.current?.focus(); }, [asked]);
  if (!asked) return html`<button class="btn" onClick=${() => ask(true)}>${t("me_remove")}</button>`;
  return html`<span class="sure" role="group" aria-label=${t("me_remove")}>${t("me_remove_sure", {n: count})}
    <button ref=${sure} class="btn" onClick=${remove}>${t("me_remove_yes")}</button><button class="btn" onClick=${() => ask(false)}>${t("me_remove_no")}</button></span>`;
}
