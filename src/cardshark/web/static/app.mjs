// The page: which part is shown, the socket, what the server said last. Each game brings its own table, the review its own page.
import {html, render, useState, useEffect, useRef, t, say, Socket} from "./base.mjs";
import {useSettings, SettingsSheet, HelpSheet} from "./settings.mjs";
import {useFrames} from "./frames.mjs";
import {Header} from "./header.mjs";
import {Lobby} from "./lobby.mjs";
import {Hearts} from "./hearts.mjs";
import {Watch, AgesPanel} from "./watch.mjs";
import {NudgeSheet, Plain, Toast} from "./notices.mjs";

/** What the address names. */
export function place() {
  const [, where, id = ""] = location.pathname.split("/");
  if (where === "table") return {page: "table", id};
  if (where === "review") return {page: "review", id, link: id ? "" : location.hash.slice(1)};
  return {page: "lobby", id: ""};
}

/** What the page asks for when it opens, or finds the server again. */
function greeting() {
  const {page, id, link} = place();
  if (page === "review") return {do: "review", hand: id, link};
  return {do: "hello", table: id};
}

const SEAT = {total: 0, points: 0, cards: 0, voids: "", known: [], hand: null, took: []};
const HEARTS = {winning: null, led: "", passing: null, given: [], received: [], costs: {}, moon: null, claim: false, back: false};
const GIN = {drawn: "", melds: [], deadwood: 0, after: {}, knocker: null, spread: [], spread_deadwood: [], laid_off: [], ways: [], boxes: []};
/** A state with everything that the server left out because it is the usual. */
export function filled(state) {
  return {...state, seats: state.seats.map(seat => ({...SEAT, ...seat, name: seat.player === "you" ? t("you") : seat.name})), hearts: state.hearts && {...HEARTS, ...state.hearts},
    gin: state.gin && {...GIN, ...state.gin}, result: state.result && {words: [], winners: [], ...state.result}};
}

/** A part of the page that is fetched when it is first needed; null until then. */
function useModule(wanted, name) {
  const [module, set] = useState(null);
  useEffect(() => { if (wanted && !module) import(name).then(set, () => set({missing: true})); }, [wanted]);
  return module;
}

/** Everything the server said last, and how to ask it for more. */
function useServer(announce) {
  const [here, setHere] = useState(place);
  const [link, setLink] = useState("new");
  const [said, setSaid] = useState({});
  const socket = useRef(null), opening = useRef(0), at = useRef(here);
  at.current = here;
  const go = (path, quiet) => {
    if (path !== location.pathname + location.hash) history.pushState(null, "", path);
    setHere(place());
    setSaid(old => ({lobby: old.lobby}));
    if (!quiet) socket.current.send(greeting());
    scrollTo(0, 0);
  };
  const hear = message => {
    const mine = !message.table || message.table === at.current.id;
    if (message.say === "state") {
      const state = filled(message);
      if (state.table !== at.current.id) {
        if (!opening.current || message.ask !== opening.current) return;
        opening.current = 0;
        go(`/table/${state.table}`, true);
      }
      setSaid(old => ({...old, state, nudge: null, trouble: null}));
    } else if (message.say === "trouble") {
      setSaid(old => ({...old, trouble: message}));
      announce(say(message.words));
    } else if (message.say === "reviewed") setSaid(old => ({...old, reviewed: {...message, review: message.review ?? old.reviewed?.review}}));
    else if (mine) setSaid(old => ({...old, [message.say]: message}));
  };
  useEffect(() => {
    socket.current = new Socket(hear, (there, code) => setLink(there ? "there" : code === 4401 ? "refused" : "lost"), greeting);
    const back = () => { setHere(place()); setSaid(old => ({lobby: old.lobby})); socket.current.send(greeting()); };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const send = command => {
    const sent = socket.current.send(command);
    if (sent && (command.do === "create" || command.do === "again")) opening.current = socket.current.asked;
    return sent;
  };
  return {here, link, said, send, go, forget: some => setSaid(old => ({...old, ...some}))};
}

/** One polite voice for the whole page; the same words twice are said twice. */
function useVoice() {
  const [words, set] = useState(["", 0]);
  return [words, text => text && set(([, count]) => [text, count + 1])];
}

function App() {
  const [settings, change] = useSettings();
  const [[words, count], announce] = useVoice();
  const {here, link, said, send, go, forget} = useServer(announce);
  const [sheet, open] = useState("");
  const {shown, caughtUp, skip} = useFrames(here.page === "table" ? said.state : null, settings);
  const gin = useModule(said.state?.game === "gin", "./gin.mjs");
  const review = useModule(here.page === "review", "./review.mjs");
  const thoughts = useRef(null); // of what is on the table, not of what waits behind a finished trick
  if (caughtUp || !shown) thoughts.current = said.state && said.thoughts?.table === said.state.table ? said.thoughts : null;
  const props = {state: shown, thoughts: thoughts.current, send, settings, announce, caughtUp, skip, go, open};
  const language = useRef(settings.language);
  useEffect(() => { if (language.current !== settings.language) { language.current = settings.language; go(location.pathname + location.hash); } }, [settings.language]);
  useEffect(() => { if (link === "lost") announce(t("reconnecting")); }, [link]);
  useEffect(() => { document.title = title(here, shown); }, [here, shown, settings.language]);
  useEffect(() => {
    const press = event => settings.keys && event.key === "?" && !event.target.closest?.("input,select,textarea,dialog") && open("help");
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [settings.keys]);
  return html`<div class=${"page" + (here.page === "table" ? " at-table" : "")}>
    <a class="skip" href="#main">${t("skip")}</a>
    <${Header} here=${here} state=${shown} send=${send} settings=${settings} change=${change} open=${open} go=${go}/>
    ${link === "refused" ? html`<${Plain} title=${t("refused_title")} text=${t("refused_text")} code="cardshark play"/>`
      : here.page === "lobby" ? html`<${Lobby} lobby=${said.lobby} send=${send} go=${go} settings=${settings}/>`
      : here.page === "review" ? html`<${ReviewPage} module=${review} said=${said} props=${props}/>`
      : html`<${Table} gin=${gin} said=${said} props=${props}/>`}
    ${link === "lost" && html`<div class="toast soft" role="region" aria-label=${t("notice")}>${t("reconnecting")}</div>`}
    ${said.trouble && html`<${Toast} text=${say(said.trouble.words, said.state?.seats)} close=${() => forget({trouble: null})}/>`}
    ${said.nudge && html`<${NudgeSheet} nudge=${said.nudge} state=${said.state} send=${send} close=${() => forget({nudge: null})}/>`}
    ${sheet === "settings" && html`<${SettingsSheet} settings=${settings} change=${change} close=${() => open("")}/>`}
    ${sheet === "help" && html`<${HelpSheet} close=${() => open("")} lines=${(said.state?.rules?.lines ?? []).map(line => say(line))}/>`}
    <div class="sr" role="status" aria-live="polite" id="live">${words}${count % 2 ? "" : "\u00a0"}</div></div>`;
}

function Table({gin, said, props}) {
  const {state} = props;
  if (!state) return html`<${Plain} title=${t("opening")} text=${said.trouble ? say(said.trouble.words) : ""}/>`;
  const more = {watching: () => state.watch && html`<${Watch} ...${props}/>`, ages: () => html`<${AgesPanel} ages=${said.ages} ...${props}/>`};
  if (state.game === "hearts") return html`<${Hearts} key=${state.table} ...${props} ...${more}/>`;
  if (!gin || gin.missing) return html`<${Plain} title=${gin ? t("missing") : t("opening")}/>`;
  return html`<${gin.Gin} key=${state.table} ...${props} ...${more} extra=${more.watching()}/>`;
}

function ReviewPage({module, said, props}) {
  const {reviewed, trouble} = said;
  if (!reviewed?.review || !module) {
    const text = trouble ? say(trouble.words) : reviewed?.of ? t("reviewing_count", {done: reviewed.done, of: reviewed.of}) : "";
    return html`<${Plain} title=${module?.missing ? t("missing") : t("reviewing")} text=${text} done=${reviewed?.of ? reviewed.done / reviewed.of : null}/>`;
  }
  return html`<${module.Review} review=${reviewed.review} reviewed=${reviewed} ...${props}/>`;
}

function title({page}, state) {
  if (page === "review") return `${t("review")} · cardshark`;
  if (page !== "table" || !state) return "cardshark";
  const turn = state.you !== null && state.you !== undefined && state.turn === state.you ? t("title_turn") + " · " : "";
  return `${turn}${t("game_" + state.game)}, ${t("hand_n", {n: state.hand_number})} · cardshark`;
}

render(html`<${App}/>`, document.body);
