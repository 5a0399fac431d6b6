// What is chosen in the lobby: game, rules, who sits in which chair. Kept in this browser, but for what was typed.
import {useState, useEffect, useRef} from "../base.mjs";
import {GAMES} from "../games.mjs";

const ONE = "one"; // a match of one hand
const FIRST = {game: Object.keys(GAMES)[0], preset: "", end: "", seats: 0, mode: "play", coach: "nudge"};

function remembered() {
  try {
    const {game, preset, end, seats, mode, coach} = {...FIRST, ...JSON.parse(localStorage.getItem("lobby") || "null")};
    return game in GAMES ? {game, preset, end, seats, mode, coach} : FIRST;
  } catch { return FIRST; }
}

/** A link to playing does not open watching again, nor the other way round. */
const modeHere = mode => location.hash === "#watch" ? "watch" : mode === "watch" ? "play" : mode;

/** The rules that have a name, of the game that was chosen; and the one of them that was chosen. */
function presetsOf(lobby, form) {
  const presets = lobby?.presets.filter(each => each.game === form.game) ?? [];
  return [presets, presets.find(each => each.name === form.preset) ?? presets[0]];
}

/** Where a match by these rules ends if nobody says otherwise, and where else it may. */
export const usualEnd = preset => preset.end ? String(preset.end) : preset.hands === 1 ? ONE : "100";
export const endsOf = preset => [...new Set([ONE, "50", "100", usualEnd(preset)])];

/** What was typed: the name of a preset, if it begins with one as in a command line, and what is changed. */
function readTyped(typed, presets) {
  const [first, ...rest] = typed.split(":"), name = first.trim();
  return rest.length || presets.some(each => each.name === name) ? [name, rest.join(":")] : ["", typed];
}

/** The rules as they would be typed: a preset and what is changed. */
function rulesText(form, chosen, text, presets) {
  const [name, typed] = readTyped(text, presets), preset = presets.find(each => each.name === name) ?? chosen;
  const {lobby} = GAMES[form.game], end = form.end || usualEnd(preset), changes = lobby.changes({...form, preset: preset.name});
  if (end === ONE && !(preset.hands === 1)) changes.push("hands=1");
  else if (end !== ONE && end !== String(preset.end)) changes.push(`${lobby.end}=${end}`, ...preset.hands ? ["hands=0"] : []);
  changes.push(...typed.split(",").map(each => each.trim()).filter(Boolean));
  return changes.length ? `${name || preset.name}:${changes.join(",")}` : name || preset.name; // a wrong name is said to be one
}

// ---- who sits where: a chair holds the name of a face of the cast, or the text that names a player ----

const keyOf = offer => (offer.who ?? "bot") === "bot" ? offer.player : offer.who;

/** Whom a chair holds; nothing if they do not play by these rules. */
function offerOf(key, table, typed) {
  const found = table.people.find(each => keyOf(each) === key || each.ages?.includes(key)) ?? table.others.find(each => each.player === key) ?? typed[key];
  return found && {...found, player: found.ages?.includes(key) ? key : found.player};
}

/** The chairs as they are recommended. */
function recommended(table, count) {
  const keys = (table.company?.players ?? []).map(player => keyOf(table.people.find(each => each.player === player)));
  const more = table.people.filter(each => !each.yours).map(keyOf).reverse().filter(key => !keys.includes(key));
  return [...keys, ...more].slice(0, count);
}

function useChairs(table, watch) {
  const [picked, pick] = useState(null), [marked, mark] = useState(0), [typed, keep] = useState({});
  const count = table ? watch ? table.seats : table.seats - 1 : 0;
  const keys = Array.from({length: count}, (_, i) => (picked ?? (table ? recommended(table, count) : []))[i] ?? null);
  const chairs = keys.map(key => key === null ? null : offerOf(key, table, typed) ?? null);
  const at = Math.min(marked, Math.max(0, count - 1));
  const put = (i, key) => {
    const next = keys.map((old, n) => n === i ? key : chairs[n] && old);
    pick(next);
    mark(next.includes(null) ? next.indexOf(null) : key === null ? i : (i + 1) % count);
  };
  /** Seat somebody in the marked chair; whoever sits already gets up. */
  const seat = offer => {
    const key = keyOf(offer), sits = chairs.findIndex(each => each && (keyOf(each) === key || offer.ages?.includes(each.player)));
    if (sits >= 0) put(sits, null); else put(chairs.includes(null) ? chairs.indexOf(null) : at, key);
  };
  const invite = (i, offer) => { keep(old => ({...old, [keyOf(offer)]: offer})); put(i, keyOf(offer)); };
  return {chairs, marked: at, mark, seat, invite, grow: (i, player) => put(i, player), restore: () => pick(null), own: picked !== null};
}

/** Everything that is chosen, what the server said of it, and how to choose otherwise. */
export function useChoice({here, lobby, chosen, send}) {
  const [form, set] = useState(() => { const old = remembered(); return {...old, mode: modeHere(old.mode)}; });
  const [typed, type] = useState(""), [more, showMore] = useState(false), good = useRef({});
  const [presets, preset] = presetsOf(lobby, form), text = preset ? rulesText(form, preset, typed, presets) : "";
  const answered = useRef(null); // what was said last of these very rules
  if (chosen && !chosen.trouble) good.current[chosen.game] = chosen;
  if (chosen?.game === form.game && chosen.rules === text) answered.current = chosen;
  const table = good.current[form.game], current = answered.current?.game === form.game && answered.current.rules === text;
  const chairs = useChairs(table, form.mode === "watch");
  const change = some => {
    if (some.game) { type(""); chairs.restore(); } // what was typed for one game says nothing to the other
    set(old => ({...old, ...some.game ? {preset: "", end: "", seats: 0} : {}, ...some.preset ? {end: ""} : {}, ...some}));
  };
  useEffect(() => { if (lobby && text) send({do: "rules", game: form.game, rules: text, more}); }, [lobby, form.game, text, more]);
  const attempt = player => send({do: "rules", game: form.game, rules: table.text, player, more: true});
  useEffect(() => { set(old => ({...old, mode: modeHere(old.mode)})); }, [here]);
  useEffect(() => { localStorage.setItem("lobby", JSON.stringify(form)); }, [form]);
  return {form, change, presets, preset, typed, type, more, showMore, table, attempt, ...chairs,
    trouble: current ? answered.current.trouble : null, refused: chosen?.game === form.game ? chosen.refused : null, ready: Boolean(table && current && chairs.chairs.length && chairs.chairs.every(Boolean))};
}
