// The owner's page of the family table: who sits where, who asks to come in, the invitation, and what can be reached on the network.
import {html, useState, useEffect, t, say, presetName} from "../base.mjs";
import {Portrait, levelOf} from "../cast.mjs";
import {Plain} from "../notices.mjs";
import {Sheet} from "../settings.mjs";
import {Ask} from "./asks.mjs";
import {Bubble, Gestures} from "./gestures.mjs";

const SIDES = {2: ["s", "n"], 3: ["s", "w", "e"], 4: ["s", "w", "n", "e"]};
const ENDS = ["rule_limit", "rule_above", "rule_target", "rule_hands"]; // the lines of the rules that say when a match ends

/** What the owner is called at the table, kept in this browser. */
const ownName = () => localStorage.getItem("family-name") ?? "";
/** "Hearts, American. The match ends at 100 points." */
export function gameLine({game, rules}) {
  const end = rules?.lines.find(line => ENDS.includes(line.key));
  return `${t("game_" + game)}, ${presetName(game, rules?.preset ?? "")}. ${end ? say(end) : ""}`;
}

export function Page({said, send, go, announce}) {
  const {family} = said;
  if (!family) return html`<main id="main" class="family"><div class="bar0"><h1>${t("page_family")}</h1></div><section class="felt tb loading" aria-label=${t("family_label_seats")}></section><div class="side"><section class="pan grey"></section></div></main>`;
  if (family.step === "off") return html`<${Plain} title=${t("family_off_title")} text=${t("family_off_text")} code="cardshark play --lan"/>`;
  return html`<main id="main" class="family"><div class="bar0"><h1>${t("page_family")}</h1>
      <span class=${"live " + family.step}><i></i>${t("family_" + family.step)}</span><${Game} family=${family} send=${send}/></div>
    <${Seats} family=${family} trouble=${said.trouble} send=${send} announce=${announce} go=${go}/>
    <div class="side"><${Invitation} family=${family} send=${send} announce=${announce}/><${Reach} family=${family} send=${send}/>
      <${Gestures} send=${send} note=${t("family_no_coach")}/></div></main>`;
}

/** What is played, and the way to change it before the cards are dealt. */
function Game({family, send}) {
  const [open, set] = useState(false);
  const choose = (game, rules) => { send({do: "arrange", game, rules}); set(false); };
  return html`<p class="from">${gameLine(family)} ${!family.table && html`<button class="link" onClick=${() => set(true)}>${t("family_change")}</button>`}</p>
    ${open && html`<${Sheet} title=${t("family_change_title")} close=${() => set(false)}><p class="quiet">${t("family_change_text")}</p>
      <div class="choices">${Object.entries(family.choices).map(([game, presets]) => presets.map(preset => html`<button class="btn" key=${game + preset}
        aria-pressed=${game === family.game && preset === family.rules.text} onClick=${() => choose(game, preset)}>${t("game_" + game)}, ${presetName(game, preset)}</button>`))}</div>
      <div class="row"><button class="btn main" onClick=${() => set(false)}>${t("done")}</button></div><//>`}`;
}

/** The table with its chairs. */
function Seats({family, trouble, send, announce, go}) {
  const [dealing, setDealing] = useState(false);
  useEffect(() => setDealing(false), [family, trouble]);
  const {chairs, asking, table} = family, sides = SIDES[chairs.length];
  const people = chairs.filter(chair => chair.who !== "bot").length, asks = asking.length > 0;
  const place = n => sides[n] === "n" && asks ? "mid" : sides[n];
  return html`<section class="felt tb" aria-label=${t("family_label_seats")}>
    ${asks && html`<${Ask} asking=${asking} send=${send} announce=${announce}/>`}
    ${chairs.map((chair, n) => html`<${Chair} key=${n} n=${n} chair=${chair} place=${place(n)} send=${send}/>`)}
    ${!(asks && sides.includes("n")) && html`<div class="mid0"><b>${t("family_people", {n: people, of: chairs.length})}</b>${t("family_fill")}</div>`}
    <div class="dl0">${table ? html`<button class="btn main big" onClick=${() => go(`/table/${table}`)}>${t("family_to_table")}</button>`
      : html`<button class="btn main big" disabled=${dealing} onClick=${() => setDealing(send({do: "deal"}))}>${t("family_deal")}</button>
        ${chairs.length > 2 && html`<button class="btn" disabled=${people < 2} onClick=${() => send({do: "rearrange"})}>${t("family_seats")}</button>`}`}</div></section>`;
}

function Chair({n, chair, place, send}) {
  const owner = chair.who === "owner";
  const note = owner ? t("family_here_owner") : chair.who === "guest" ? t(chair.presence ? "presence_" + chair.presence : "family_here") : `${levelOf(chair.face) || t("level_bot")}. ${t("family_warm")}`;
  return html`<div class=${`s2 ${place}`}><span class="av"><${Portrait} who=${chair.face}/><${Bubble} n=${n}/></span>
    ${owner ? html`<${OwnName} name=${chair.name} send=${send}/>` : html`<b>${chair.name}</b>`}
    <small class=${chair.who === "guest" && !chair.presence ? "ok1" : ""}>${note}</small>
    ${chair.presence && html`<button class="btn" onClick=${() => send({do: "freeseat", seat: n})}>${t("family_free")}<span class="sr"> (${chair.name})</span></button>`}</div>`;
}

/** The owner's name, which guests read; changed in place. */
function OwnName({name, send}) {
  const [text, set] = useState(name || ownName());
  const keep = () => { const next = text.trim().slice(0, 16); localStorage.setItem("family-name", next); if (next && next !== name) send({do: "host", name: next}); };
  return html`<label class="own"><span class="sr">${t("family_own_name")}</span><input type="text" maxlength="16" autocomplete="given-name" placeholder=${t("family_own_name")} value=${text}
    onInput=${event => set(event.target.value)} onBlur=${keep} onKeyDown=${event => event.key === "Enter" && event.target.blur()}/></label>`;
}

function Invitation({family, send, announce}) {
  const [copied, set] = useState(false);
  useEffect(() => set(false), [family.address]);
  const {step, address, qr} = family;
  const copy = () => navigator.clipboard?.writeText(`http://${address}`).then(() => { set(true); announce(t("family_copied")); }, () => {});
  if (step !== "open") return html`<section class="pan inv"><h2>${t(`family_${step}_title`)}</h2><p>${t(`family_${step}_text`)}</p>
      <button class="btn main" onClick=${() => send({do: "doors", open: true})}>${t("family_open_button")}</button></section>`;
  if (!family.new) return html`<section class="pan inv"><h2>${t("family_shut_title")}</h2><p>${t("family_shut_text")}</p></section>`;
  return html`<section class="pan inv"><h2>${t("family_scan")}</h2><img class="qr" src=${qr} alt=${t("family_qr")}/>
    <div class="addr"><code>${address}</code><button class="btn" aria-label=${t("family_copy")} onClick=${copy}>
      <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">${copied ? html`<path d="m5 12.500 4.500 4.500L19 7.500"/>` : html`<rect x="8.500" y="8.500" width="11" height="11" rx="2"/><path d="M15.500 8.500V6A1.500 1.500 0 0 0 14 4.500H6A1.500 1.500 0 0 0 4.500 6v8A1.500 1.500 0 0 0 6 15.500h2.500"/>`}</svg></button></div></section>`;
}

/** What can be reached on the network, in one line, and how to change it. */
function Reach({family, send}) {
  if (family.step !== "open") return null;
  return html`<section class="pan"><div class="reach"><svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3.500 5 6v5.500c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6Z"/><path d="m9 11.800 2.200 2.200 4-4.300"/></svg>
      <p><b>${t("family_reach", {port: family.port})}</b> ${t("family_reach_more", {n: family.away})}</p></div>
    <div class="acts"><button class="btn" onClick=${() => send({do: "doors", open: true, new: !family.new})}>${t(family.new ? "family_nobody" : "family_somebody")}</button>
      <button class="btn" onClick=${() => send({do: "doors", open: false})}>${t("family_close")}</button></div></section>`;
}
