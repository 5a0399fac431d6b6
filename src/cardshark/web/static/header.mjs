// The line at the top: what is played, where one can go, coach, tools, and the switches for the deck and the theme.
import {html, t, Icon, Pip} from "./base.mjs";
import {GAMES} from "./games.mjs";
import {PAGES} from "./pages.mjs";
import {isDark, Pick} from "./settings.mjs";

export const Mark = () => html`<svg viewBox="0 0 28 28" aria-hidden="true">
    <rect x="2" y="5" width="15" height="20" rx="3" transform="rotate(-10 9 15)" fill="#ffc555"/>
    <rect x="10" y="4" width="15" height="20" rx="3" transform="rotate(8 18 14)" fill="#fffdf7"/>
    <use href="/static/deck.svg#pH" x="12.500" y="8.500" width="11" height="11" color="#b0103a"/></svg>`;
function Facts({state, lesson}) {
  const {deckSize, facts} = GAMES[state.game].header, deck = deckSize(state);
  if (lesson) return html`<ul class="facts"><li>${t("page_teach")}</li>${facts(state)}</ul>`;
  return html`<ul class="facts"><li>${t("game_" + state.game)} ${deck > 0 && html`<span>${t("n_cards", {n: deck})}</span>`}</li>
    <li>${t("hand_word")} <b>${state.hand_number}</b></li>
    ${facts(state)}
    ${state.challenge && html`<li>${t("challenge_n", {n: state.challenge.number ?? state.challenge.game, of: state.challenge.of})}</li>`}</ul>`;
}

const PLACES = {lobby: "/", daily: "/daily", mistakes: "/mistakes", me: "/me"};

/** Where one can go; on a phone a bar at the bottom. */
function Places({here, due, go}) {
  const link = (page, to) => html`<a href=${to} aria-current=${here.page === page ? "page" : null}
      onClick=${event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to); } }}><${Icon} name=${page === "lobby" ? "play" : page}/>
      <span>${t("nav_" + (page === "lobby" ? "play" : page))}</span>${page === "mistakes" && due > 0 && html`<em><span class="sr">${t("nav_due")}</span>${due}</em>`}</a>`;
  return html`<nav class="nav" aria-label=${t("nav")}>${Object.entries(PLACES).filter(([page]) => page === "lobby" || page in PAGES).map(([page, to]) => link(page, to))}</nav>`;
}

function Tools({state, send, open}) {
  return html`<div class="tools">${state && html`
    ${state.mode === "practice" && html`<button disabled=${!state.undo} aria-label=${t("undo_key")} onClick=${() => send({do: "undo", table: state.table})}>
      <${Icon} name="undo"/><kbd>Z</kbd></button>`}
    ${GAMES[state.game].header.tools(state)}
    <button aria-label=${t("rules_key")} title=${t("rules_button")} onClick=${() => open("rules")}><${Icon} name="rules"/><kbd>I</kbd></button>`}
    <button aria-label=${t("help")} onClick=${() => open("help")}><${Icon} name="help"/></button>
    <button aria-label=${t("settings")} onClick=${() => open("settings")}><${Icon} name="settings"/></button></div>`;
}

export function Header({here, state, due, send, settings, change, open, go}) {
  const table = here.page === "table" && state;
  const dark = isDark(settings);
  return html`<header><a class="brand" href="/" aria-label=${t("home")} onClick=${event => { event.preventDefault(); go("/"); }}><${Mark}/>
      <b>cardshark</b></a>
    ${(table || here.page === "teach" && state) && html`<${Facts} state=${state} lesson=${here.page === "teach"}/>`}
    <${Places} here=${here} due=${due} go=${go}/>
    ${table && !["watch", "family"].includes(state.mode) && !state.home && html`<${Pick} className="coach" label=${t("coach")} name="coach" value=${state.coach}
      onPick=${coach => send({do: "advise", table: state.table, coach})}
      options=${["off", "nudge", "full"].map(each => [each, t("coach_" + each)])}/>`}
    <${Tools} state=${table} send=${send} open=${open}/>
    <div class="prefs"><label title=${t("deck_four")}>
      <input type="checkbox" checked=${settings.deck === "four"} onChange=${event => change({deck: event.target.checked ? "four" : "two"})}/>
      <span class="fc" aria-hidden="true">${[..."SHDC"].map(suit => html`<${Pip} suit=${suit}/>`)}</span><span class="sr">${t("four_colours")}</span>
        </label>
    <label title=${t("theme_light")}>
      <input type="checkbox" checked=${!dark} onChange=${event => change({theme: event.target.checked ? "light" : "dark"})}/>
      <svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.500"/>
        <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/></svg><span class="sr">${t("light_theme")}</span></label>
        </div></header>`;
}
