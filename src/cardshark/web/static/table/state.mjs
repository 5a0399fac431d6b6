// What every page needs that shows a table: whole states, games that are loaded when they are needed, and one voice.
import {useState, useEffect, t} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {levelOf} from "../cast.mjs";

const SEAT = {total: 0, points: 0, cards: 0, voids: "", known: [], hand: null, took: [], presence: "", ready: false, instead: ""};
/** A state with the default values that the server left out. */
export function filled(state) {
  const seats = state.seats.map((seat, n) => ({...SEAT, ...seat, n, name: seat.player === "you" ? t("you") : seat.name || t("family_host"), kind: levelOf(seat.who) || seat.kind}));
  return GAMES[state.game].filled({...state, seats, result: state.result && {words: [], winners: [], ...state.result}});
}

/** A part of the page, by name, loaded when it is first needed; null until then, and without a name. */
export function useModule(name, load) {
  const [modules, set] = useState({});
  const keep = module => set(old => ({...old, [name]: module}));
  useEffect(() => { if (name && !modules[name]) load().then(keep, () => keep({missing: true})); }, [name]);
  return modules[name] ?? null;
}

/** The one live region for screen readers; the same words twice are said twice. */
export function useVoice() {
  const [words, set] = useState(["", 0]);
  return [words, text => text && set(([, count]) => [text, count + 1])];
}
