// The guest's page: a name, a face, one button; a card to wait with; then the table, with the eyes of one's own seat.
import {html, render, useState, useEffect, useRef, t, say, cardName, Face, Socket} from "../base.mjs";
import {GUESTS, Portrait} from "../cast.mjs";
import {GAMES} from "../games.mjs";
import {Plain, Toast} from "../notices.mjs";
import {useSettings, Sheet, SettingsSheet, HelpSheet} from "../settings.mjs";
import {useFrames} from "../table/frames.mjs";
import {RulesSheet} from "../table/sheets.mjs";
import {join, observe} from "../table/seal.mjs";
import {filled, useModule, useVoice} from "../table/state.mjs";
import {Mark} from "../header.mjs";
import {gameLine} from "./page.mjs";
import {showGesture, usePresence} from "./gestures.mjs";

const MAY = ["arrive", "askin", "choose", "pass", "claim", "next", "gesture", "leave"]; // what a guest may ask for
const LOST = 12_000; // milliseconds after which the other computer is thought to be off
const code = () => location.pathname.split("/")[2] ?? "";

/** Everything that the other computer said last, and how to ask for more. */
function useTable(announce) {
  const [link, setLink] = useState("new"), [door, setDoor] = useState(null), [state, setState] = useState(null), [trouble, setTrouble] = useState(null);
  const socket = useRef(null), seats = useRef([]), hand = useRef(""), speak = useRef(announce);
  speak.current = announce;
  const hear = message => {
    if (message.say === "sealing") { hand.current = message.hand; join(message, socket.current); }
    else if (message.say === "door") { setDoor(message); setState(null); setTrouble(null); }
    else if (message.say === "state" && message.game in GAMES) {
      const next = {...filled(message), guest: true};
      seats.current = next.seats;
      observe(next, hand.current);
      setState(next);
      setTrouble(null);
    } else if (message.say === "gestured") showGesture(message, seats.current, speak.current);
    else if (message.say === "trouble" && message.words.key.startsWith("trouble_word_")) return; // another page of the same guest was quicker
    else if (message.say === "trouble") { setTrouble(message); speak.current(say(message.words, seats.current)); }
  };
  useEffect(() => { socket.current = new Socket(hear, (there, why) => setLink(there ? "there" : why === 4401 ? "refused" : "lost"), () => ({do: "arrive", code: code()})); }, []);
  const send = command => MAY.includes(command.do) && socket.current.send(command);
  return {link, door, state, trouble, send, forget: () => setTrouble(null)};
}

/** Has the connection been lost for so long that the other computer is probably off? */
function useGone(link) {
  const [gone, set] = useState(false);
  useEffect(() => { if (link !== "lost") { set(false); return undefined; } const timer = setTimeout(set, LOST, true); return () => clearTimeout(timer); }, [link === "lost"]);
  return gone;
}

function Guest() {
  const [settings, change] = useSettings(), [[words, count], announce] = useVoice();
  const {link, door, state, trouble, send, forget} = useTable(announce);
  const gone = useGone(link), [sheet, open] = useState("");
  const {shown, caughtUp, settled, skip, freeze, step} = useFrames(state, settings);
  const game = GAMES[state?.game], module = useModule(game ? state.game : "", game?.load);
  const name = door?.owner || t("family_host"), closed = door?.step === "closed";
  usePresence(state?.seats, announce);
  useEffect(() => { document.title = `${t("family_of", {name: shown?.seats[0]?.name ?? name})} · cardshark`; }, [name, shown]);
  useEffect(() => { if (link === "lost" && !closed) announce(t("reconnecting")); }, [link]);
  const props = {state: shown, thoughts: null, send, settings, announce, caughtUp, settled, skip, freeze, step, go: () => {}, open, watching: () => null, ages: () => null};
  return html`<div class=${"page " + (shown ? "at-table" : "guest")}>
    <header class="gh"><span class="brand"><${Mark}/><b>cardshark</b></span><span class="where">${t("family_on", {name: shown?.seats[0]?.name ?? name})}</span>
      ${shown && html`<div class="tools"><button aria-label=${t("rules_key")} onClick=${() => open("rules")}>?</button><button class="wide" onClick=${() => open("leave")}>${t("leave")}</button></div>`}</header>
    ${link === "refused" ? html`<${Plain} title=${t("join_refused_title")} text=${t("join_cookies")}/>`
      : gone && !closed ? html`<${Plain} title=${t("join_gone_title", {name})} text=${t("join_gone_text")}/>`
      : shown ? module && html`<${module.Table} key=${shown.table} ...${props}/>`
      : html`<${Door} door=${door} send=${send} name=${name}/>`}
    ${link === "lost" && !gone && !closed && html`<div class="toast soft" role="region" aria-label=${t("notice")}>${t("reconnecting")}</div>`}
    ${trouble && html`<${Toast} text=${say(trouble.words, state?.seats)} close=${forget}/>`}
    ${sheet === "settings" && html`<${SettingsSheet} settings=${settings} change=${change} close=${() => open("")}/>`}
    ${sheet === "help" && html`<${HelpSheet} close=${() => open("")} keys=${game?.keys ?? []}/>`}
    ${sheet === "rules" && shown && html`<${RulesSheet} state=${shown} close=${() => open("")}/>`}
    ${sheet === "leave" && html`<${Leave} send=${send} close=${() => open("")}/>`}
    <div class="sr" role="status" aria-live="polite" id="live">${words}${count % 2 ? "" : "\u00a0"}</div></div>`;
}

/** Leaving frees the seat: a bot plays on. */
function Leave({send, close}) {
  return html`<${Sheet} title=${t("leave_title")} close=${close}><p>${t("join_leave_text")}</p><div class="row"><button class="btn main" autofocus onClick=${close}>${t("leave_stay")}</button>
    <button class="btn" onClick=${() => { send({do: "leave"}); close(); }}>${t("join_leave")}</button></div><//>`;
}

// ---- before the table ----

function Door({door, send, name}) {
  if (!door) return html`<main id="main"><section class="felt gt loading"><h1>${t("opening")}</h1></section></main>`;
  const {step} = door, asks = step === "ask", waits = step === "waiting" || step === "in";
  return html`<main id="main">${door.game && html`<${Around} door=${door} name=${name}/>`}
    ${asks ? html`<${Form} send=${send} name=${name} taken=${door.chairs.map(chair => chair.face)}/>` : waits ? html`<${Wait} door=${door} send=${send} name=${name}/>`
      : html`<section class="wait"><${door.game ? "h2" : "h1"}>${t(`join_${step}_title`, {name})}<//><p>${t(`join_${step}_text`, {name})}</p>
        ${["left", "refused"].includes(step) && html`<button class="btn" onClick=${() => send({do: "arrive", code: code()})}>${t("join_again")}</button>`}</section>`}</main>`;
}

/** The table and who sits there. */
function Around({door, name}) {
  const free = door.chairs.findIndex(chair => chair.who === "bot");
  return html`<section class="felt gt"><h1>${t("family_of", {name})}</h1><p>${gameLine(door)}</p>
    <ul class="four">${door.chairs.map((chair, n) => door.step === "ask" && n === free ? html`<li key=${n}><span class="free" aria-hidden="true">+</span>${t("join_you")}<small>${t("join_free")}</small></li>`
      : html`<li key=${n}><${Portrait} who=${chair.face}/>${chair.name || name}<small>${t(chair.who === "bot" ? "join_bot" : chair.presence ? "presence_" + chair.presence : "join_plays")}</small></li>`)}</ul></section>`;
}

/** A name, a face, one button. */
function Form({send, name, taken}) {
  const [own, setOwn] = useState(localStorage.getItem("guest-name") ?? ""), [face, setFace] = useState(localStorage.getItem("guest-face") ?? GUESTS.find(each => !taken.includes(each)) ?? GUESTS[0]);
  const ask = event => {
    event.preventDefault();
    localStorage.setItem("guest-name", own.trim());
    localStorage.setItem("guest-face", face);
    send({do: "askin", code: code(), name: own, face});
  };
  return html`<form class="gf" onSubmit=${ask}><label class="nm1">${t("join_name")}<input type="text" required maxlength="16" autocomplete="given-name" enterkeyhint="go" value=${own} onInput=${event => setOwn(event.target.value)}/></label>
    <fieldset><legend>${t("join_face")}</legend><div class="faces">${GUESTS.map(each => html`<label key=${each}><input type="radio" name="face" aria-label=${t("face_" + each)} checked=${each === face} onChange=${() => setFace(each)}/><${Portrait} who=${each}/></label>`)}</div></fieldset>
    <button class="btn main">${t("join_ask")}</button><p class="small">${t("join_small", {name})}</p></form>`;
}

/** Waiting with a card, which the owner sees too; or seated, until the cards are dealt. */
function Wait({door, send, name}) {
  const inside = door.step === "in";
  return html`<section class="wait" role="status"><div class="dots" aria-hidden="true"><i></i><i></i><i></i></div><h2>${t(inside ? "join_in_title" : "join_waiting_title", {name})}</h2>
    ${!inside && html`<span class=${"card " + door.card[1]} role="img" aria-label=${cardName(door.card)}><${Face} card=${door.card}/></span><p>${t("join_waiting_card")}</p>`}
    ${inside && html`<p>${t("join_in_text", {name})}</p>`}<p class="small">${t("join_keep")}</p>
    <button class="btn" onClick=${() => send({do: "leave"})}>${t(inside ? "join_leave" : "join_rename")}</button></section>`;
}

render(html`<${Guest}/>`, document.body);
