// What the page says over the table: a nudge, trouble, and pages that only say one thing.
import {html, useEffect, useState, t, say} from "./base.mjs";
import {Sheet} from "./settings.mjs";
import {choiceName, giveOrTake} from "./panels.mjs";

/** The coach asks: are you sure? Nothing was played yet. */
export function NudgeSheet({nudge, state, send, close}) {
  const passing = nudge.cards.length > 0, deed = passing ? {do: "pass", cards: nudge.cards} : {do: "choose", choice: nudge.choice};
  const play = () => { send({...deed, table: nudge.table, seq: state.seq, sure: true}); close(); };
  const text = passing ? t("nudge_pass", {cards: nudge.cards, cost: giveOrTake(nudge)}) : t("nudge_text", {choice: choiceName(nudge.choice), cost: giveOrTake(nudge)});
  return html`<${Sheet} title=${t("nudge_title")} close=${close}><p>${text}</p>
    <div class="row"><button class="btn main" autofocus onClick=${close}>${t("nudge_back")}</button><button class="btn" onClick=${play}>
      ${t(passing ? "nudge_pass_go" : "nudge_play")}</button></div><//>`;
}

/** A player from a file, or a program, needs the owner's yes: a number that only the terminal shows. */
export function ConsentSheet({words, send, close}) {
  const [number, set] = useState("");
  const allow = event => { event.preventDefault(); send({do: "consent", number}); };
  return html`<${Sheet} title=${t("consent_title")} close=${close}><p role="status">${say(words)}</p>
    <form onSubmit=${allow}><label class="field"><span>${t("consent_number")}</span><input autofocus inputmode="numeric" autocomplete="off" maxlength="12" value=${number} onInput=${event => set(event.target.value)}/></label>
      <div class="row"><button class="btn main">${t("consent_yes")}</button><button type="button" class="btn" onClick=${close}>${t("close")}</button></div></form><//>`;
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
