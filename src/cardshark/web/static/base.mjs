// What every part of the page uses: Preact with htm, cards, words in two languages, the socket.
import {h, render, Fragment} from "preact";
import {useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback} from "preact/hooks";
import htm from "htm";

export const html = htm.bind(h);
export {h, render, Fragment, useState, useEffect, useLayoutEffect, useRef, useMemo, useCallback};

// ---- words ----

const strings = await (await fetch("/words.json")).json();
export const languages = Object.keys(strings);
let language = localStorage.getItem("language") || (navigator.language || "en").slice(0, 2);
if (!strings[language]) language = "en";
document.documentElement.lang = language;
/** The pages that are made on the server speak the same language: they hear of it by a cookie. */
const tellServer = () => { document.cookie = `language=${language}; path=/; max-age=31536000; samesite=strict`; };
tellServer();
export const getLanguage = () => language;
export function setLanguage(name) { localStorage.setItem("language", name); language = name; document.documentElement.lang = name; tellServer(); }

/** A text by its key, with `{gaps}` filled in; `{n|one|many}` chooses by number. */
export function t(key, args = {}) {
  const text = strings[language][key] ?? strings.en[key];
  if (text === undefined) { console.warn("no text for", key); return key; }
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => one === undefined ? put(args[name], name) : args[name] === 1 ? one : many);
}
function put(value, name) {
  if (name === "suit") return suitName(value);
  if (name.startsWith("card") && looksLikeCards(value)) return inARow([value].flat().map(cardName), name.endsWith("_or") ? "list_or" : name.endsWith("_and") ? "list_and" : "");
  return typeof value === "number" && !Number.isInteger(value) ? value.toLocaleString(language, {maximumFractionDigits: 2}).replace("-", "−") : value;
}
const looksLikeCards = value => [value].flat().every(each => /^[2-9TJQKA][SHDC]$/.test(each));
const inARow = (names, key) => key && names.length > 1 ? t(key, {some: names.slice(0, -1).join(", "), last: names.at(-1)}) : names.join(", ");
/** Is there a text of this key? */
export const known = key => key in strings.en;
/** The usual name of rules that have one. */
export const presetName = (game, name) => known(`preset_${game}_${name}`) ? t(`preset_${game}_${name}`) : name;
/** A text about somebody: in words of its own where that is the person who reads it ("You take", not "You takes"). */
export const about = (key, you, args) => t(you && known(`${key}_you`) ? `${key}_you` : key, args);
/** Words of the server ({key, args}) as a text; `seats` names the seats in the arguments seat, who, who2 and to. */
export function say(words, seats = []) {
  const args = {...words.args}, you = seats[args.seat ?? args.who]?.player === "you";
  for (const name of ["seat", "who", "who2", "to"]) if (typeof args[name] === "number") args[name] = seats[args[name]]?.name ?? args[name];
  const said = about(words.key, you, args);
  return said.charAt(0).toUpperCase() + said.slice(1);
}
export const suitName = suit => t("suit_" + suit);
export const rankName = rank => t("rank_" + rank);
export const cardName = card => t("JQKA".includes(card[0]) ? "card_high" : "card", {rank: rankName(card[0]), of: suitName(card[1])});
/** "10♠" for a card, in as few signs as possible. */
export const shortName = card => (card[0] === "T" ? "10" : card[0]) + {S: "♠", H: "♥", D: "♦", C: "♣"}[card[1]];
export const number = (value, digits = 1) => value.toLocaleString(language, {minimumFractionDigits: digits, maximumFractionDigits: digits}).replace("-", "−");

// ---- cards ----

export const Pip = ({suit}) => html`<svg class=${suit} aria-hidden="true"><use href=${`/static/deck.svg#p${suit}`}/></svg>`;
/** A card face up, as large as its --cw. */
export const Face = ({card}) => html`<svg class=${`face ${card[1]}`} viewBox="0 0 100 140" aria-hidden="true"><use href=${`/static/deck.svg#c${card}`}/></svg>`;
/** A card as small as a word. */
export const Tile = ({card, mini}) => html`<span class=${`tile ${card[1]}${mini ? " mini" : ""}`} role="img" aria-label=${cardName(card)}><b aria-hidden="true">${card[0] === "T" ? "10" : card[0]}</b><${Pip} suit=${card[1]}/></span>`;

// ---- icons ----

const ICONS = {
  undo: "M9 4 4 9l5 5M4.500 9H14a5.500 5.500 0 0 1 0 11",
  last: "M5.800 6h5.400A1.800 1.800 0 0 1 13 7.800v9.400a1.800 1.800 0 0 1-1.800 1.800H5.800A1.800 1.800 0 0 1 4 17.200V7.800A1.800 1.800 0 0 1 5.800 6ZM16 6.500 19.500 8a1.500 1.500 0 0 1 .8 1.900L17 18",
  rules: "M5 5.500A2.500 2.500 0 0 1 7.500 3H19v15H7.500A2.500 2.500 0 0 0 5 20.500ZM5 20.500A2.500 2.500 0 0 0 7.500 21H19M9 7.500h6M9 11.500h6",
  settings: "M4 8h8.800M17.200 8H20M4 16h2.800M11.200 16H20M17.200 8a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0ZM11.200 16a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0Z",
  play: "M4 11.500 12 5l8 6.500M6.500 10v9.500h11V10",
  daily: "M6.500 5.500h11A2.500 2.500 0 0 1 20 8v9.500a2.500 2.500 0 0 1-2.500 2.500h-11A2.500 2.500 0 0 1 4 17.500V8a2.500 2.500 0 0 1 2.500-2.500ZM4 10h16M8.500 3.500v4M15.500 3.500v4",
  mistakes: "M19.500 12a7.500 7.500 0 1 1-2.300-5.400M19.500 3.500v4h-4",
  me: "M16 8.500a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.500 20c1-4.500 4-6.500 7.500-6.500s6.500 2 7.500 6.500",
  family: "M3.500 9.500a12 12 0 0 1 17 0M6.500 13a7.700 7.700 0 0 1 11 0M9.500 16.300a3.600 3.600 0 0 1 5 0M12 19.500h.01",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM14.800 12a2.800 2.800 0 1 1-5.600 0 2.800 2.800 0 0 1 5.600 0Z",
  hands: "M5.800 6h5.400A1.800 1.800 0 0 1 13 7.800v9.400a1.800 1.800 0 0 1-1.800 1.800H5.800A1.800 1.800 0 0 1 4 17.200V7.800A1.800 1.800 0 0 1 5.800 6ZM16 6.500 19.500 8a1.500 1.500 0 0 1 .8 1.900L17 18",
  flask: "M10 3.500v6L4.800 18a1.700 1.700 0 0 0 1.500 2.500h11.400a1.700 1.700 0 0 0 1.500-2.500L14 9.500v-6M8.500 3.500h7M7.500 15h9",
  bin: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500",
  help: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9.500 9.500a2.600 2.600 0 1 1 3.700 2.400c-.8.400-1.200.9-1.200 1.800M12 16.800v.1",
};
export const Icon = ({name}) => html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}/></svg>`;

// ---- the socket ----

/** One socket for the page. It reconnects by itself; `onMessage` gets every message of the server, `onLink` whether the server is there; `last` has the number of the last command of each kind, `thinks` those of all questions to the coach. */
export class Socket {
  constructor(onMessage, onLink, greeting) { this.onMessage = onMessage; this.onLink = onLink; this.greeting = greeting; this.wait = 250; this.asked = 0; this.last = {}; this.thinks = new Set(); this.connect(); }
  connect() {
    this.ws = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.ws.onopen = () => { this.wait = 250; this.onLink(true); this.send(this.greeting()); };
    this.ws.onmessage = event => this.onMessage(JSON.parse(event.data));
    this.ws.onclose = event => {
      this.onLink(false, event.code);
      if (event.code === 4401) return; // the server does not know this browser
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 4000);
    };
  }
  /** Send a command; false if the server is not there. */
  send(command) {
    if (this.ws.readyState !== WebSocket.OPEN) return false;
    this.last[command.do] = ++this.asked; // answers to earlier commands of this kind are no longer wanted
    if (command.do === "think") this.thinks.add(this.asked);
    this.ws.send(JSON.stringify({ask: this.asked, ...command}));
    return true;
  }
}
