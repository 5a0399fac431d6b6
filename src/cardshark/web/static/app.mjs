// The page: which part is shown, the socket, what the server said last. Each game brings its own table, the review its own page.
import {html, render, useState, useEffect, useRef, t, say, Socket} from "./base.mjs";
import {useSettings, sheetIsOpen, SettingsSheet, HelpSheet, REVIEW_KEYS} from "./settings.mjs";
import {GAMES} from "./games.mjs";
import {PAGES, OPENING, PLACES} from "./pages.mjs";
import {Header} from "./header.mjs";
import {Lobby} from "./lobby/page.mjs";
import {useFrames} from "./table/frames.mjs";
import {Watch, AgesPanel} from "./table/watch.mjs";
import {ConsentSheet, NudgeSheet, Plain, Toast} from "./notices.mjs";
import {LeaveSheet, RulesSheet} from "./table/sheets.mjs";
import {join, observe} from "./table/seal.mjs";
import {filled, useModule, useVoice} from "./table/state.mjs";
import {Ask} from "./family/asks.mjs";
import {showGesture, usePresence} from "./family/gestures.mjs";

/** What the address names. */
export function place() {
  const [, where, id = ""] = location.pathname.split("/");
  if (where === "table") return {page: "table", id};
  if (where === "review") return {page: "review", id, link: id ? "" : location.hash.slice(1)};
  return where in PAGES ? {page: where, id} : {page: "lobby", id: ""};
}

/** What the page asks for when it opens, or finds the server again; `whose` is the seat whose decisions are looked at. */
function greeting(whose) {
  const {page, id, link} = place();
  if (page === "review") return {do: "review", hand: id, link, seat: whose};
  return page in PAGES ? PAGES[page].ask(id) : {do: "hello", table: id};
}

/** Everything the server said last, and how to ask it for more. */
function useServer(announce) {
  const [here, setHere] = useState(place);
  const [link, setLink] = useState("new");
  const [said, setSaid] = useState({});
  const socket = useRef(null), at = useRef(here), whose = useRef(-1), seats = useRef([]), hand = useRef(""), asked = useRef(null), refused = useRef(null); // what was asked for last, and what waits for the owner's yes
  at.current = here;
  const arrive = quiet => {
    setHere(place());
    setSaid(({lobby, chosen, waits, family}) => ({lobby, chosen, waits, family})); // who asks to come in is heard on every page
    if (!quiet) socket.current?.send(greeting(whose.current)); // a socket that is not open yet greets when it opens
  };
  const go = (path, quiet) => {
    if (path !== location.pathname + location.hash) { history.pushState(null, "", path); whose.current = -1; }
    arrive(quiet);
    scrollTo(0, 0);
  };
  /** Go to a table, if the message answers a command that opens one. */
  const opens = ({ask, table}) => {
    const {last} = socket.current, opening = OPENING.find(kind => ask && last[kind] === ask);
    if (opening) { last[opening] = 0; go(`/${PLACES[opening] ?? "table"}/${table}`, true); }
    return Boolean(opening);
  };
  const hear = message => {
    if (message.say === "sealing") hand.current = message.hand;
    const mine = !message.table || message.table === at.current.id, {last} = socket.current;
    if (message.say === "sealing") {
      if (message.table !== at.current.id && !opens(message)) return;
      join(message, socket.current);
      setSaid(old => ({...old, sealing: message, failure: null}));
    } else if (message.say === "state" && !(message.game in GAMES)) setSaid(old => ({...old, failure: {words: {key: "missing"}}}));
    else if (message.say === "state") {
      const state = filled(message);
      seats.current = state.seats;
      if (state.table !== at.current.id && !opens(message)) return;
      observe(state, hand.current);
      last.age = 0; // what a learner thought belongs to the position before
      const same = old => old.state?.hand_number === state.hand_number;
      setSaid(old => ({...old, state, thoughts: same(old) ? old.thoughts : null, ages: null, nudge: null, trouble: old.trouble?.ask ? null : old.trouble, failure: null, sealing: null}));
    } else if (message.say === "trouble") {
      if (message.words.key === "trouble_stale" && socket.current.thinks.has(message.ask)) return; // the coach was overtaken: nothing is lost
      if (message.words.key === "trouble_consent") refused.current = message.ask === last.hello ? greeting(whose.current) : asked.current;
      if (message.words.key.startsWith("trouble_consent")) return setSaid(old => ({...old, consent: message}));
      if (message.words.key.startsWith("trouble_word_")) return; // another page of the same person was quicker
      const first = mine && message.words.key !== "trouble_player" && at.current.page !== "lobby" && [0, last.hello, last.review].includes(message.ask);
      setSaid(old => first && !old.state && !old.reviewed?.review ? {...old, failure: message} : {...old, trouble: message});
      announce(say(message.words));
    } else if (message.say === "reviewed") {
      if (message.ask === last.review) setSaid(old => ({...old, failure: null, reviewed: {...message, review: message.review ?? old.reviewed?.review}}));
    } else if (message.say === "consented") {
      setSaid(old => ({...old, consent: null}));
      announce(t("consent_done"));
      if (refused.current) socket.current.send(refused.current);
    } else if (message.say === "gestured") showGesture(message, seats.current, announce);
    else if (message.say === "family") setSaid(old => ({...old, family: message}));
    else if (mine && (message.say !== "ages" || message.ask === last.age)) setSaid(old => ({...old, [message.say]: message}));
  };
  useEffect(() => {
    socket.current = new Socket(hear, (there, code) => setLink(there ? "there" : code === 4401 ? "refused" : "lost"), () => greeting(whose.current));
    const back = () => { whose.current = -1; arrive(); };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const send = command => {
    if (command.do === "review") whose.current = command.seat;
    if (command.do !== "consent") asked.current = command;
    return socket.current.send(command);
  };
  return {here, link, said, send, go, forget: some => setSaid(old => ({...old, ...some}))};
}

function App() {
  const [settings, change] = useSettings();
  const [[words, count], announce] = useVoice();
  const {here, link, said, send, go, forget} = useServer(announce);
  const [sheet, open] = useState("");
  const {shown, caughtUp, settled, skip, freeze, step} = useFrames(here.page === "table" || PAGES[here.page]?.table ? said.state : null, settings);
  const game = GAMES[said.state?.game];
  const table = useModule(game ? said.state.game : "", game?.load);
  const review = useModule(here.page === "review" ? "review" : "", () => import("./review/review.mjs"));
  const other = useModule(here.page in PAGES ? here.page : "", PAGES[here.page]?.load);
  const thoughts = useRef(null); // those of the state on the table, not of newer states that wait behind a finished trick
  if (caughtUp || !shown) thoughts.current = said.state && said.thoughts?.table === said.state.table ? said.thoughts : null;
  const props = {state: shown, thoughts: thoughts.current, send, settings, announce, caughtUp, settled, skip, freeze, step, go, open};
  const language = useRef(settings.language);
  useEffect(() => { if (language.current !== settings.language) { language.current = settings.language; go(location.pathname + location.hash); } }, [settings.language]);
  usePresence(said.state?.seats, announce);
  useEffect(() => { if (link === "there" && here.page !== "lobby") send({do: "today"}); }, [link, here.page]); // for the line at the top
  useEffect(() => { if (link === "lost") announce(t("reconnecting")); }, [link]);
  useEffect(() => { document.title = title(here, shown); }, [here, shown, settings.language]);
  useEffect(() => {
    const press = event => settings.keys && event.key === "?" && !sheetIsOpen() && !event.target.closest?.("input,select,textarea") && open("help");
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [settings.keys]);
  return html`<div class=${"page" + (here.page === "table" || PAGES[here.page]?.table ? " at-table" : "")}>
    <a class="skip" href="#main" onClick=${toMain}>${t("skip")}</a>
    <${Header} here=${here} state=${shown} due=${(here.page === "lobby" ? said.lobby : said.waits ?? said.lobby)?.mistakes?.due ?? 0} send=${send} settings=${settings} change=${change} open=${open} go=${go}/>
    ${here.page !== "family" && said.family?.asking.length > 0 && html`<div class="asking"><${Ask} asking=${said.family.asking} send=${send} announce=${announce}/></div>`}
    ${link === "refused" ? html`<${Plain} title=${t("refused_title")} text=${t("refused_text")}><p><button class="btn main" onClick=${() => location.reload()}>${t("door_enter")}</button></p><//>`
      : here.page === "lobby" ? html`<${Lobby} here=${here} said=${said} send=${send} go=${go} settings=${settings} announce=${announce}/>`
      : here.page === "review" ? html`<${ReviewPage} module=${review} said=${said} props=${props}/>`
      : here.page in PAGES ? html`<${OtherPage} module=${other} here=${here} said=${said} props=${props}/>`
      : html`<${Table} module=${table} said=${said} props=${props}/>`}
    ${link === "lost" && html`<div class="toast soft" role="region" aria-label=${t("notice")}>${t("reconnecting")}</div>`}
    ${said.trouble && html`<${Toast} text=${say(said.trouble.words, said.state?.seats)} close=${() => forget({trouble: null})}/>`}
    ${said.consent && html`<${ConsentSheet} words=${said.consent.words} send=${send} close=${() => forget({consent: null})}/>`}
    ${said.nudge && html`<${NudgeSheet} nudge=${said.nudge} state=${said.state} send=${send} close=${() => forget({nudge: null})}/>`}
    ${sheet === "settings" && html`<${SettingsSheet} browsers settings=${settings} change=${change} close=${() => open("")}/>`}
    ${sheet === "help" && html`<${HelpSheet} close=${() => open("")} keys=${here.page === "review" ? REVIEW_KEYS : (game ?? Object.values(GAMES)[0]).keys} lines=${(said.state?.rules?.lines ?? []).map(line => say(line))}/>`}
    ${sheet === "rules" && shown && html`<${RulesSheet} state=${shown} close=${() => open("")}/>`}
    ${sheet === "leave" && shown && html`<${LeaveSheet} state=${shown} send=${send} go=${go} close=${() => open("")}/>`}
    <div class="sr" role="status" aria-live="polite" id="live">${words}${count % 2 ? "" : "\u00a0"}</div></div>`;
}

/** A link that skips the header. The address stays as it is, because it may hold a hand. */
function toMain(event) {
  event.preventDefault();
  const main = document.getElementById("main");
  main.tabIndex = -1;
  main.focus();
}

/** Why there is nothing to be seen here, and the way out. */
const Failure = ({failure, go}) => html`<${Plain} title=${t("trouble")} text=${say(failure.words)}><p><a class="btn" href="/" onClick=${event => { event.preventDefault(); go("/"); }}>${t("to_lobby")}</a></p><//>`;

function Table({module, said, props}) {
  const {state} = props, newest = said.state ?? state; // the switches must not lag behind what they switch
  if (!state) return said.failure ? html`<${Failure} failure=${said.failure} go=${props.go}/>` 
    : html`<${Plain} title=${t(said.sealing ? "seal_waits" : "opening")} text=${said.sealing ? t("seal_waits_text") : ""} code=${said.sealing?.seal}/>`;
  const more = {watching: () => newest.watch && html`<${Watch} ...${props} state=${newest}/>`, ages: () => html`<${AgesPanel} ages=${said.ages} ...${props}/>`};
  if (!module || module.missing) return html`<${Plain} title=${module ? t("missing") : t("opening")}/>`;
  return html`<${module.Table} key=${state.table} ...${props} ...${more}/>`;
}

function ReviewPage({module, said, props}) {
  const {reviewed, failure} = said;
  if (failure) return html`<${Failure} failure=${failure} go=${props.go}/>`;
  if (!reviewed?.review || !module) {
    const text = reviewed?.of ? t("reviewing_count", {done: reviewed.done, of: reviewed.of}) : "";
    return html`<${Plain} title=${module?.missing ? t("missing") : t("reviewing")} text=${text} done=${reviewed?.of ? reviewed.done / reviewed.of : null}/>`;
  }
  return html`<${module.Review} review=${reviewed.review} reviewed=${reviewed} willAsk=${said.willask} ...${props}/>`;
}

/** A page of its own: its frame stands at once, even while its figures are on the way. */
function OtherPage({module, here, said, props}) {
  if (said.failure) return html`<${Failure} failure=${said.failure} go=${props.go}/>`;
  if (!module || module.missing) return html`<${Plain} title=${module ? t("missing") : t("opening")}/>`;
  return html`<${module.Page} here=${here} said=${said} ...${props}/>`;
}

function title({page}, state) {
  if (page in PAGES) return `${t("page_" + page)} · cardshark`;
  if (page === "review") return `${t("review")} · cardshark`;
  if (page !== "table" || !state) return "cardshark";
  const turn = state.you !== null && state.you !== undefined && state.turn === state.you ? t("title_turn") + " · " : "";
  return `${turn}${t("game_" + state.game)}, ${t("hand_n", {n: state.hand_number})} · cardshark`;
}

render(html`<${App}/>`, document.body);
