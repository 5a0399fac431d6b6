// What stands beside the table of every game: a quiet coach, the rules, the way out. And whether the page is narrow.
import {html, useState, useEffect, t, say, presetName} from "../base.mjs";
import {Gestures} from "../family/gestures.mjs";
import {SealLine} from "./seal.mjs";

const NARROW = matchMedia("(max-width: 720px) and (min-height: 521px)");
const PHONE = matchMedia("(max-width: 720px), (max-height: 520px)"); // as in style.css
/** Is the page as small as a phone, upright or on its side? */
export const usePhone = () => useMedia(PHONE);
/** Is the page as narrow as a phone upright? Then a long hand takes two rows. */
export const useNarrow = () => useMedia(NARROW);

function useMedia(media) {
  const [matches, set] = useState(media.matches);
  useEffect(() => { const change = () => set(media.matches); media.addEventListener("change", change); return () => media.removeEventListener("change", change); }, []);
  return matches;
}

/** A coach who is quiet; at a family table nobody gets advice against the others, and everybody has six gestures instead. */
export function Coach({state, send, deeds}) {
  const advise = coach => send({do: "advise", table: state.table, coach});
  if (state.mode === "family") return html`<${Gestures} send=${send} busy=${state.legal.length > 0} note=${t("family_no_coach")}/>`;
  if (state.mode === "watch" || state.result) return null;
  if (state.home) return html`<section class="pan"><h2>${t("coach")}</h2><p class="quiet">${t("trouble_one_try")}</p></section>`;
  return html`<section class="pan"><h2>${t("coach")} <small>${t("coach_" + state.coach)}</small></h2><p class="quiet">
      ${t("coach_about_" + state.coach)}</p>
    <p class="row" style=${{display: "flex", gap: "8px", marginTop: "11px", flexWrap: "wrap"}}>
      <button class="btn small" disabled=${!state.legal.length} onClick=${deeds.hint}>${t("hint")} <kbd>H</kbd></button>
    <button class="btn small" onClick=${() => advise("full")}>${t("coach_on")}</button></p></section>`;
}

/** May anything be taken back here, and does it count? */
export const whatStays = ({mode, home, hushed}) => t("rules_undo_" + (hushed ? "club" : home && mode === "play" ? "once" : mode));

/** The rules of this table, the seal of its deal, and the way out. */
export function About({state, send, deeds}) {
  return html`<section class="pan"><h2>${t("rules")} <small>${presetName(state.game, state.rules?.preset ?? "")}</small></h2>
    <ul class="rules">${(state.rules?.lines ?? []).map(line => html`<li>${say(line, state.seats)}</li>`)}</ul>
    <p class="quiet">${state.undone ? t("with_undo") : whatStays(state)}</p>
    ${state.seal && html`<${SealLine} seal=${state.seal}/>`}
    <p style=${{display: "flex", gap: "8px", marginTop: "12px", flexWrap: "wrap"}}>
      ${PHONE.matches && !["watch", "family"].includes(state.mode) && !state.home && ["off", "nudge", "full"].map(each => html`<button class="btn small"
        aria-pressed=${state.coach === each} onClick=${() => send({do: "advise", table: state.table, coach: each})}>
        ${t("coach")}: ${t("coach_" + each)}</button>`)}
      <button class="btn small" onClick=${deeds.leave}>${t("leave")}</button></p></section>`;
}
