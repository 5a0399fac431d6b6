// What the page itself has written beside the table in this hand: it outlives a reload.
import {useEffect, useRef} from "../base.mjs";

const read = table => { try { return JSON.parse(sessionStorage.getItem("marks-" + table)) ?? {}; } catch { return {}; } };

/**
 * What each own card cost (`costs`, by its trick), where the coach had looked; and whether a hint was asked for in this very position, which is `place`
 * choices into the hand: after a reload it is asked for again.
 */
export function useMarks(state, send, place, ready) {
  const marks = useRef(null), opened = useRef(false), {table, hand_number: hand} = state;
  if (marks.current?.hand !== hand || marks.current.table !== table) {
    const kept = read(table);
    marks.current = kept.hand === hand ? {...kept, table} : {table, hand, costs: {}, hint: -1};
  }
  const keep = some => { Object.assign(marks.current, some); sessionStorage.setItem("marks-" + table, JSON.stringify(marks.current)); };
  const ask = () => send({do: "think", table, hint: true});
  useEffect(() => {
    if (!ready || opened.current) return;
    opened.current = true;
    if (state.legal.length && state.coach !== "full" && marks.current.hint === place) ask();
  }, [ready]);
  return {
    costs: marks.current.costs,
    cost: (trick, cost) => keep({costs: {...marks.current.costs, [trick]: cost}}),
    hint: () => { keep({hint: place}); ask(); },
  };
}
