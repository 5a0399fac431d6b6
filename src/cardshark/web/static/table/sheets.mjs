// Two sheets over the table: its rules, and the way out.
import {html, t, say} from "../base.mjs";
import {Sheet} from "../settings.mjs";
import {whatStays} from "./beside.mjs";

/** The rules of this very table, a sentence each, and how they are typed. */
export function RulesSheet({state, close}) {
  const {text = "", preset = "", lines = []} = state.rules ?? {};
  return html`<${Sheet} title=${t("rules_here", {game: t("game_" + state.game)})} close=${close}>
    <ul class="rules long">${lines.map(line => html`<li>${say(line, state.seats)}</li>`)}</ul>
    <p class="quiet">${whatStays(state)}</p>
    <p class="quiet">${text === preset ? t("rules_typed", {text}) : t("rules_typed_house", {text, preset})}</p>
    <div class="row"><button class="btn main" autofocus onClick=${close}>${t("done")}</button></div><//>`;
}

/** Leaving keeps the match; giving it up is another button, and says what it does. */
export function LeaveSheet({state, send, go, close}) {
  const leave = () => { close(); go(state.home || "/"); };
  const giveUp = () => { send({do: "leave", table: state.table}); close(); go("/"); };
  return html`<${Sheet} title=${t("leave_title")} close=${close}><p>${t("leave_" + (["watch", "family"].includes(state.mode) ? state.mode : state.home ? "home" : "text"))}</p>
    <div class="row"><button class="btn main" autofocus onClick=${leave}>${t("leave_keep")}</button><button class="btn" onClick=${close}>${t("leave_stay")}</button></div>
    ${!state.home && html`<div class="apart"><p class="quiet">${t(state.mode === "family" ? "give_up_family" : "give_up_text")}</p><button class="btn small" onClick=${giveUp}>${t("give_up")}</button></div>`}<//>`;
}
