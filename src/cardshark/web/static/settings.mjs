// The person's settings, kept in this browser; and the two sheets that open over any page: settings and help.
import {html, useState, useEffect, useRef, t, getLanguage, setLanguage} from "./base.mjs";

const USUAL = {theme: "auto", deck: "four", pause: 0.9, confirm: false, speed: 1, sound: false, keys: true};
const LANGUAGES = {en: "English", nl: "Nederlands"};

function load() {
  try { return {...USUAL, ...JSON.parse(localStorage.getItem("settings") || "{}")}; } catch { return {...USUAL}; }
}

/** What CSS must know of the settings. */
function apply({theme, deck, speed}) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
  root.dataset.deck = deck;
  root.dataset.motion = speed ? "on" : "off";
  root.style.setProperty("--slow", speed ? 1 / speed : 0);
}

/** The settings and how to change some of them: `change({deck: "two"})`. */
export function useSettings() {
  const [settings, set] = useState(() => { const first = load(); apply(first); return {...first, language: getLanguage()}; });
  const change = some => set(old => {
    const next = {...old, ...some};
    if (some.language) setLanguage(some.language);
    const {language, ...kept} = next;
    localStorage.setItem("settings", JSON.stringify(kept));
    apply(next);
    return next;
  });
  return [settings, change];
}

export const isDark = settings => settings.theme === "dark" || settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
export const still = settings => !settings.speed || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A sheet over the page: the rest cannot be reached until it is closed, Escape closes it. */
export function Sheet({title, close, children}) {
  const dialog = useRef();
  useEffect(() => { const before = document.activeElement; dialog.current.showModal(); return () => before?.isConnected && before.focus?.(); }, []);
  return html`<dialog ref=${dialog} aria-label=${title} onCancel=${event => { event.preventDefault(); close(); }}
    onClick=${event => event.target === dialog.current && close()}>
    <h2>${title}</h2>${children}</dialog>`;
}

/** Is a sheet open over the page? Then keys do nothing on the page below. */
export const sheetIsOpen = () => Boolean(document.querySelector("dialog[open]"));

/** One of several, side by side. */
export function Pick({label, name, value, options, onPick, shown = true, className = ""}) {
  return html`<div class=${"seg " + className} role="radiogroup" aria-label=${label}>${shown && html`<span class="lab" aria-hidden="true">
      ${label}</span>`}
    ${options.map(([key, text]) => html`<label key=${key}><input type="radio" name=${name} checked=${key === value} onChange=${() => onPick(key)}/>
      ${text}</label>`)}</div>`;
}

/** `browsers` says whether there is a page of the browsers that were let in: not for those who joined over the network. */
export function SettingsSheet({settings, change, close, browsers = false}) {
  const slider = (key, label, low, high, step, text) => html`<label class="field"><span>${label}: ${text}</span>
    <input type="range" min=${low} max=${high} step=${step} value=${settings[key]} onInput=${event => change({[key]: Number(event.target.value)})}/>
      </label>`;
  const tick = (key, label) => html`<label class="tick"><input type="checkbox" checked=${settings[key]}
    onChange=${event => change({[key]: event.target.checked})}/>
      ${label}</label>`;
  const group = (key, label, options) => html`<div class="field"><span>${label}</span>
      <${Pick} label=${label} name=${"set-" + key} shown=${false} value=${settings[key]} options=${options} onPick=${value => change({[key]: value})}/>
      </div>`;
  const pause = settings.pause > 3 ? t("set_pause_click") : t("seconds", {n: settings.pause.toLocaleString(settings.language)});
  return html`<${Sheet} title=${t("settings")} close=${close}><div class="set">
    ${group("language", t("set_language"), Object.entries(LANGUAGES))}
    ${group("theme", t("set_theme"), ["auto", "dark", "light"].map(each => [each, t("theme_" + each)]))}
    ${group("deck", t("set_deck"), [["four", t("deck_four")], ["two", t("deck_two")]])}
    ${group("speed", t("set_rhythm"), [[0.5, t("rhythm_slow")], [1, t("rhythm_usual")], [2, t("rhythm_fast")], [0, t("rhythm_none")]])}
    ${slider("pause", t("set_pause"), 0.3, 3.3, 0.3, pause)}
    ${tick("confirm", t("set_confirm"))}${tick("sound", t("set_sound"))}${tick("keys", t("set_keys"))}
    </div><div class="row"><button class="btn main" onClick=${close}>${t("done")}</button>
      ${browsers && html`<a class="btn" href="/browsers">${t("to_browsers")}</a>`}</div><//>`;
}

export const TABLE_KEYS = [["Z", "key_undo"], ["H", "key_hint"], ["I", "key_rules"], ["N", "key_next"], ["R", "key_review"], ["Space", "key_skip"], ["Space .", "key_space"]];
export const REVIEW_KEYS = [
  ["← →", "key_review_wrong"], ["↑ ↓ Home End", "key_review_steps"], ["A", "ask_again_about"], ["R", "review_again"], ["F", "review_fresh_about"], ["O", "key_review_lens"], ["C", "review_copy_link"], ["N", "key_review_next"],
];

/** What the numbers mean, and the `keys` of the current page: a list of keys and what they do. */
export function HelpSheet({close, keys, lines = []}) {
  return html`<${Sheet} title=${t("help")} close=${close}>
    <table class="keys2"><tbody>${[...keys, ["?", "key_help"], ["Esc", "key_escape"]].map(([key, text]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${t(text)}</td></tr>`)}</tbody></table>
    <p class="quiet">${t("help_numbers")}</p><p class="quiet">${t("help_luck")}</p>
    ${lines.length > 0 && html`<h2 style=${{marginTop: "16px"}}>${t("rules")}</h2><ul class="rules">${lines.map(line => html`<li>
      ${line}</li>`)}</ul>`}
    <div class="row"><button class="btn main" onClick=${close}>${t("done")}</button></div><//>`;
}

let audio = null;
/** Three short sounds: "card", "trick", "turn". Silent unless the person wants sound. */
export function sound(name, settings) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const [pitch, length] = {card: [320, 0.05], trick: [200, 0.12], turn: [560, 0.14]}[name];
  const tone = audio.createOscillator(), loud = audio.createGain(), now = audio.currentTime;
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.08, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(loud).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}
