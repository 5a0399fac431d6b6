// Where a table is chosen: which game, which rules, which opponents; and what was begun or played before.
import {html, useState, useEffect, t, say, known, number, Face} from "./base.mjs";
import {Pick} from "./settings.mjs";
import {GAMES} from "./games.mjs";
import {Avatar} from "./table/avatar.mjs";

const NAMES = {2: ["Nora"], 3: ["Wilma", "Emil"], 4: ["Wilma", "Nora", "Emil"]};
const SIDES = {2: ["n"], 3: ["w", "e"], 4: ["w", "n", "e"]};
const ENDS = ["", "50", "100"];

/** The rules as they would be typed: a preset and what is changed. */
export function rulesText(form) {
  const {preset, options, end} = form, {lobby} = GAMES[form.game];
  const changes = [...lobby.changes(form), ...options.split(",").map(each => each.trim()).filter(Boolean)];
  if (end) changes.push(`${lobby.end}=${end}`);
  return changes.length ? `${preset}:${changes.join(",")}` : preset;
}

/** Who sits down if nobody is chosen: the usual players that exist here, else the first in the list. */
function usual(players, game, preset) {
  const known = players.filter(kind => kind.games.includes(game)).map(kind => kind.player);
  return GAMES[game].lobby.usual(preset).map((player, i) => known.includes(player) || !known.length ? player : known[i % known.length]);
}

function seatCount({game, players}) {
  const {seats} = GAMES[game].lobby;
  return seats.includes(players) ? players : seats[0];
}

function remembered() {
  try { return JSON.parse(localStorage.getItem("lobby") || "null"); } catch { return null; }
}

/** A link to playing does not open watching again, nor the other way round. */
const modeHere = mode => location.hash === "#watch" ? "watch" : mode === "watch" ? "play" : mode;

function useForm(here, lobby) {
  const first = {game: Object.keys(GAMES)[0], preset: "", options: "", end: "", other: false, players: 4, mode: "play", coach: "nudge", seats: []};
  const [form, set] = useState(() => { const old = {...first, ...remembered()}; return {...old, game: old.game in GAMES ? old.game : first.game, mode: modeHere(old.mode)}; });
  const change = some => set(old => ({...old, ...some}));
  useEffect(() => {
    if (!lobby) return;
    const presets = lobby.presets.filter(each => each.game === form.game);
    const preset = presets.some(each => each.name === form.preset) ? form.preset : presets[0]?.name ?? "";
    change({preset, seats: form.seats.length && preset === form.preset ? form.seats : usual(lobby.players, form.game, preset)});
  }, [lobby, form.game]);
  useEffect(() => {
    if (location.hash === "#hands") document.getElementById("hands")?.scrollIntoView();
    else set(old => ({...old, mode: modeHere(old.mode)}));
  }, [here, Boolean(lobby)]);
  return [form, change];
}

export function Lobby({here, lobby, send, go, settings}) {
  const [form, change] = useForm(here, lobby);
  return html`<main id="main" class="lobby"><section class="hero felt"><div><h1>${t("hero_title")}</h1><p>${t("hero_text")}</p>
      <button class="btn main" form="setup" disabled=${!lobby}>${form.mode === "watch" ? t("start_watch") : t("start_play")}</button></div>
      <div class="fan" aria-hidden="true">
        ${["TC", "KD", "QS", "AH", "JS"].map((card, i) => html`<span class=${"card " + card[1]} style=${{"--t": i - 2}}><${Face} card=${card}/>
        </span>`)}</div></section>
    ${lobby ? html`<${Setup} lobby=${lobby} form=${form} change=${change} send=${send}/><div class="side"><${Tables} tables=${lobby.tables} go=${go}/>
      <${Hands} hands=${lobby.hands} statistics=${lobby.statistics ?? {}} go=${go} settings=${settings}/><${Links}/></div>
      <footer>cardshark ${lobby.version} · ${t("footer")}</footer>` : html`<p class="quiet">${t("opening")}</p>`}</main>`;
}

// ---- sitting down ----

function Setup({lobby, form, change, send}) {
  const watch = form.mode === "watch", count = seatCount(form);
  const chairs = Array.from({length: watch ? count : count - 1}, (_, i) => i);
  const start = event => {
    event.preventDefault();
    localStorage.setItem("lobby", JSON.stringify(form));
    const seats = chairs.map(i => form.seats[i] || "random");
    send({do: "create", game: form.game, rules: rulesText(form), seats: watch ? seats : ["you", ...seats], mode: form.mode, coach: form.coach});
  };
  const kinds = lobby.players.filter(kind => kind.games.includes(form.game));
  const side = i => (watch ? ["s", ...SIDES[count]] : SIDES[count])[i];
  return html`<form id="setup" class="pan setup" onSubmit=${start}><h2 style=${{margin: 0}}>${t("sit_down")}</h2>
    <fieldset><legend>${t("game")}</legend>
      ${pick("game", t("game"), form.game, words(gamesOf(lobby), "game_"), game => change({game, preset: "", seats: []}))}</fieldset>
    <${RulesPart} lobby=${lobby} form=${form} change=${change}/>
    <fieldset><legend>${watch ? t("players") : t("opponents")}</legend>
      ${chairs.map(i => html`<${SeatRow} key=${i} i=${i} name=${seatName(i, count, watch)} side=${side(i)} form=${form} change=${change} kinds=${kinds}/>`)}</fieldset>
    <${HowPart} form=${form} change=${change}/>
    <button class="btn main start">${watch ? t("start_watch") : t("start_play")}</button></form>`;
}

/** The games that both the server and this page have a table for. */
const gamesOf = ({presets}) => Object.keys(GAMES).filter(game => presets.some(preset => preset.game === game));
const pick = (name, label, value, options, onPick) => html`<${Pick} label=${label} name=${name} shown=${false} value=${value} options=${options} onPick=${onPick}/>`;
const words = (names, prefix) => names.map(each => [each, t(prefix + each)]);

/** A preset, the changes to it, and all its rules in words. */
function RulesPart({lobby, form, change}) {
  const presets = lobby.presets.filter(each => each.game === form.game), preset = presets.find(each => each.name === form.preset);
  const ends = [["", t("usual")], ["50", "50"], ["100", "100"], ["any", t("other_number")]], other = form.other || !ENDS.includes(form.end);
  const {seats, example} = GAMES[form.game].lobby;
  return html`<fieldset><legend>${t("rules")}</legend>
    ${pick("preset", t("rules"), form.preset, presets.map(each => [each.name, presetName(each)]), name => change({preset: name, seats: usual(lobby.players, form.game, name)}))}
    <div class="two">
      ${seats.length > 1 && html`<div class="field"><span>${t("players")}</span>${pick("players", t("players"), seatCount(form), seats.map(n => [n, String(n)]), players => change({players}))}</div>`}
      <div class="field"><span>${t("match_to")}</span>${pick("end", t("match_to"), other ? "any" : form.end, ends, end => change({end: end === "any" ? "75" : end, other: end === "any"}))}
        ${other && html`<input type="text" inputmode="numeric" aria-label=${t("match_to")} value=${form.end}
          onInput=${event => change({end: event.target.value.replace(/\D/g, "").slice(0, 5)})}/>`}</div></div>
    ${preset && html`<details class="rulecard"><summary>${t("rules_of", {name: presetName(preset)})}</summary>
      <ul class="rules">${preset.about.map(line => html`<li>${say(line)}</li>`)}</ul></details>`}
    <label class="field"><span>${t("house_rules")}</span><input type="text" maxlength="150" value=${form.options}
      placeholder=${example} onInput=${event => change({options: event.target.value})}/></label></fieldset>`;
}

/** Playing, practising or watching; and how much the coach says. */
function HowPart({form, change}) {
  return html`<div class="two"><fieldset><legend>${t("how")}</legend>
      ${pick("mode", t("how"), form.mode, words(["play", "practice", "watch"], "mode_"), mode => change({mode}))}<p class="quiet">${t("about_" + form.mode)}</p></fieldset>
    ${form.mode !== "watch" && html`<fieldset><legend>${t("coach")}</legend>
      ${pick("coach", t("coach"), form.coach, words(["off", "nudge", "full"], "coach_"), coach => change({coach}))}<p class="quiet">${t("coach_about_" + form.coach)}</p></fieldset>`}</div>`;
}

const presetName = ({game, name}) => known(`preset_${game}_${name}`) ? t(`preset_${game}_${name}`) : name;
const seatName = (i, count, watch) => (watch ? ["Sam", ...NAMES[count]] : NAMES[count])[i];

/** The player of one seat: from the list, or as text; a learner also at a younger age. */
function SeatRow({i, name, side, form, change, kinds}) {
  const player = form.seats[i] ?? "";
  const set = text => change({seats: Object.assign([...form.seats], {[i]: text})});
  const kind = kinds.find(each => each.player === player || each.ages?.includes(player));
  return html`<div class="seatrow"><${Avatar} seat=${{name}} side=${side}/>
    <select aria-label=${t("player_at", {name})} value=${kind ? kind.player : "other"}
      onChange=${event => set(event.target.value === "other" ? "" : event.target.value)}>
      ${kinds.map(each => html`<option key=${each.player} value=${each.player}>${each.title}</option>`)}<option value="other">
        ${t("other_player")}</option></select>
    <input type="text" maxlength="200" aria-label=${t("player_text", {name})} placeholder="montecarlo:deals=200" value=${player}
      onInput=${event => set(event.target.value)}/>
    ${kind && html`<small>${[kind.strength, kind.about].filter(Boolean).join(" · ")}</small>`}
    ${kind?.ages?.length > 0 && html`<${Age} kind=${kind} player=${player} set=${set} name=${name}/>`}</div>`;
}

function Age({kind, player, set, name}) {
  const stages = kind.ages.includes(kind.player) ? kind.ages : [...kind.ages, kind.player], at = Math.max(0, stages.indexOf(player));
  const games = /\.age(\d+)\./.exec(stages[at])?.[1], age = games ? t("age_games", {n: number(Number(games), 0)}) : t("age_grown");
  return html`<label class="age"><span>${t("age")}</span>
      <input type="range" min="0" max=${stages.length - 1} value=${at} aria-label=${t("age_of", {name})}
        aria-valuetext=${age} onInput=${event => set(stages[Number(event.target.value)])}/>
      <output>${age}</output></label>`;
}

// ---- what was begun and played ----

const follow = (go, to) => ({href: to, onClick: event => { event.preventDefault(); go(to); }});

function Tables({tables, go}) {
  if (!tables.length) return null;
  return html`<section class="pan"><h2>${t("go_on")}</h2><ul class="list">${tables.map(each => html`<li key=${each.table}><span class="what"><b>
      ${t("game_" + each.game)} · ${t("hand_n", {n: each.hand_number})}</b><small>
      ${each.totals.join(" – ")}${each.mode === "play" ? "" : " · " + t("mode_" + each.mode)}</small></span>
      <a class="btn small" ...${follow(go, `/table/${each.table}`)}>
      ${t("go_on_button")}<span class="sr">: ${t("game_" + each.game)}, ${t("hand_n", {n: each.hand_number})}</span></a></li>`)}</ul></section>`;
}

function Hands({hands, statistics, go, settings}) {
  const when = text => { const date = new Date(text); return Number.isNaN(date.getTime()) ? text : date.toLocaleString(settings.language, {dateStyle: "medium", timeStyle: "short"}); };
  return html`<section class="pan" id="hands"><h2>${t("hands_played")}</h2>${Object.entries(statistics).map(([game, all]) => html`<p class="quiet" key=${game}>${t("game_" + game)}: ${t("hands_average", {n: all.hands, points: number(all.points / all.hands)})}</p>`)}${hands.length === 0 ? html`<p class="quiet">${t("hands_none")}</p>`
    : html`<ul class="list">${hands.slice(0, 12).map(each => html`<li key=${each.hand}><span class="what"><b>
        ${t("game_" + each.game)} · ${t("n_points", {n: each.points, points: number(each.points, 0)})}</b><small>
        ${when(each.when)}${each.undone ? " · " + t("with_undo_short") : ""}</small></span>
        <a class="btn small" ...${follow(go, `/review/${each.hand}`)}>
        ${t("review")}<span class="sr">: ${t("game_" + each.game)}, ${when(each.when)}</span></a></li>`)}</ul>`}</section>`;
}

function Links() {
  return html`<section class="pan"><h2>${t("more")}</h2><div class="links"><a href="/lab"><b>${t("lab")}</b><small>${t("lab_about")}</small></a>
    <a href="/lab/experiment"><b>${t("challenge")}</b><small>${t("challenge_about")}</small></a><a href="/lab/deals"><b>${t("deals_fair")}</b><small>
      ${t("deals_fair_about")}</small></a></div>
    <p class="quiet">${t("train_tip")} <code>cardshark train</code></p></section>`;
}
