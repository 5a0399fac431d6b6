// The line on top: what is played, modes, coach, tools, and the two switches that everybody looks for.
import {html, t, Pip} from "./base.mjs";
import {isDark, Pick} from "./settings.mjs";

const Mark = () => html`<svg viewBox="0 0 28 28" aria-hidden="true"><rect x="2" y="5" width="15" height="20" rx="3" transform="rotate(-10 9 15)" fill="var(--amber)"/><rect x="10" y="4" width="15" height="20" rx="3" transform="rotate(8 18 14)" fill="#fffdf7"/><use href="/static/deck.svg#pH" x="12.500" y="8.500" width="11" height="11" color="#b0103a"/></svg>`;
const ICONS = {
  undo: "M9 4 4 9l5 5M4.500 9H14a5.500 5.500 0 0 1 0 11",
  last: "M5.800 6h5.400A1.800 1.800 0 0 1 13 7.800v9.400a1.800 1.800 0 0 1-1.800 1.800H5.800A1.800 1.800 0 0 1 4 17.200V7.800A1.800 1.800 0 0 1 5.800 6ZM16 6.500 19.500 8a1.500 1.500 0 0 1 .8 1.900L17 18",
  settings: "M4 8h8.800M17.200 8H20M4 16h2.800M11.200 16H20M17.200 8a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0ZM11.200 16a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0Z",
  help: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9.500 9.500a2.600 2.600 0 1 1 3.700 2.400c-.8.400-1.200.9-1.200 1.800M12 16.800v.1",
};
export const Icon = ({name}) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}/></svg>`;

function Facts({state}) {
  const {hearts, gin} = state;
  const deck = hearts ? hearts.of * state.seats.length : 0;
  return html`<ul class="facts"><li>${t("game_" + state.game)} ${deck > 0 && html`<span>${t("n_cards", {n: deck})}</span>`}</li>
    <li>${t("hand_word")} <b>${state.hand_number}</b></li>
    ${hearts && state.phase === "play" && html`<li>${t("trick_word")} <b>${Math.min(hearts.tricks.length + 1, hearts.of)}</b><span>/${hearts.of}</span></li>`}
    ${hearts?.broken && html`<li class="brk fresh"><${Pip} suit="H"/><span>${t("broken")}</span></li>`}
    ${state.challenge && html`<li>${t("challenge_n", {n: state.challenge.number ?? state.challenge.game, of: state.challenge.of})}</li>`}
    ${gin && html`<li>${t("stock_n", {n: gin.stock})}</li>`}</ul>`;
}

/** Links that look like switches: where playing, watching and reviewing begin. */
function Modes({here, state, go}) {
  const mode = here.page === "review" ? "review" : state?.mode === "watch" || here.page === "lobby" && location.hash === "#watch" ? "watch" : "play";
  const review = state?.result ? `/review/${state.result.hand}` : "/#hands";
  const link = (name, to) => html`<a href=${to} aria-current=${mode === name ? "page" : null} onClick=${event => { event.preventDefault(); go(to); }}>${t("mode_" + name)}</a>`;
  return html`<nav class="seg modes" aria-label=${t("mode")}>${link("play", "/")}${link("watch", "/#watch")}${link("review", review)}</nav>`;
}

function Tools({state, send, open}) {
  const last = showing => dispatchEvent(new CustomEvent("last-trick", {detail: showing}));
  return html`<div class="tools">${state && html`
    ${state.mode === "practice" && html`<button disabled=${!state.undo} aria-label=${t("undo_key")} onClick=${() => send({do: "undo", table: state.table})}><${Icon} name="undo"/><kbd>Z</kbd></button>`}
    ${state.hearts && html`<button aria-label=${t("last_key")} onPointerDown=${() => last(true)} onPointerUp=${() => last(false)} onPointerLeave=${() => last(false)}
      onKeyDown=${event => event.key === "Enter" && last("toggle")}><${Icon} name="last"/><kbd>L</kbd></button>`}`}
    <button aria-label=${t("help")} onClick=${() => open("help")}><${Icon} name="help"/></button>
    <button aria-label=${t("settings")} onClick=${() => open("settings")}><${Icon} name="settings"/></button></div>`;
}

export function Header({here, state, send, settings, change, open, go}) {
  const table = here.page === "table" && state;
  const dark = isDark(settings);
  return html`<header><a class="brand" href="/" aria-label=${t("home")} onClick=${event => { event.preventDefault(); go("/"); }}><${Mark}/><b>cardshark</b></a>
    ${table && html`<${Facts} state=${state}/>`}
    <${Modes} here=${here} state=${state} go=${go}/>
    ${table && state.mode !== "watch" && html`<${Pick} className="coach" label=${t("coach")} name="coach" value=${state.coach} onPick=${coach => send({do: "advise", table: state.table, coach})}
      options=${["off", "nudge", "full"].map(each => [each, t("coach_" + each)])}/>`}
    <${Tools} state=${table} send=${send} open=${open}/>
    <div class="prefs"><label title=${t("deck_four")}><input type="checkbox" checked=${settings.deck === "four"} onChange=${event => change({deck: event.target.checked ? "four" : "two"})}/>
      <span class="fc" aria-hidden="true">${[..."SHDC"].map(suit => html`<${Pip} suit=${suit}/>`)}</span><span class="sr">${t("four_colours")}</span></label>
    <label title=${t("theme_light")}><input type="checkbox" checked=${!dark} onChange=${event => change({theme: event.target.checked ? "light" : "dark"})}/>
      <svg class="sun" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4.500"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/></svg><span class="sr">${t("light_theme")}</span></label></div></header>`;
}
