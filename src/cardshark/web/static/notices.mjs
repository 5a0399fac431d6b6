// What the page says over the table: a nudge, trouble, and pages that only say one thing.
import {html, useEffect, t} from "./base.mjs";
import {Sheet} from "./settings.mjs";
import {choiceName, giveOrTake} from "./panels.mjs";

/** The coach asks: are you sure? Nothing was played yet. */
export function NudgeSheet({nudge, state, send, close}) {
  const play = () => { send({do: "choose", table: nudge.table, seq: state.seq, choice: nudge.choice, sure: true}); close(); };
  return html`<${Sheet} title=${t("nudge_title")} close=${close}><p>${t("nudge_text", {choice: choiceName(nudge.choice), cost: giveOrTake(nudge)})}</p>
    <div class="row"><button class="btn main" autofocus onClick=${close}>${t("nudge_back")}</button><button class="btn" onClick=${play}>
      ${t("nudge_play")}</button></div><//>`;
}

/** A short message that goes away by itself. */
export function Toast({text, close, soft}) {
  useEffect(() => { const timer = setTimeout(close, 8000); return () => clearTimeout(timer); }, [text]);
  return html`<div class=${"toast" + (soft ? " soft" : "")} role="region" aria-label=${t("notice")}><span>${text}</span><button aria-label=${t("close")} onClick=${close}>×</button></div>`;
}

/** A page with one thing to say; `done` from 0 to 1 draws how far it is. */
export function Plain({title, text, code, done = null, children}) {
  return html`<main id="main" class="plain"><h1>${title}</h1>${text && html`<p>${text}</p>`}${code && html`<p><code>${code}</code></p>`}
    ${done !== null && html`<progress value=${done} max="1" aria-label=${title}></progress>`}${children}</main>`;
}
