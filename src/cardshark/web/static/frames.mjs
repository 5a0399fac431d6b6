// Cards fall one by one: what the server says at once is shown in steps, and a finished trick lies on the table for a while.
import {useState, useEffect, useRef} from "./base.mjs";
import {still} from "./settings.mjs";

const ORDER = "23456789TJQKA";
const CARD_TIME = 260; // milliseconds between two cards that came at once
const SWEEP_TIME = 220; // in which a trick goes to its winner

/** All cards of a hand in the order in which they fell. */
export const fallen = hearts => [...hearts.tricks.flatMap(trick => trick.cards), ...hearts.trick];

/** Who takes these cards so far. */
export function winnerOf(cards) {
  const follow = cards.filter(({card}) => card[1] === cards[0].card[1]);
  return follow.reduce((best, each) => ORDER.indexOf(each.card[0]) > ORDER.indexOf(best.card[0]) ? each : best).seat;
}

/** The states between two states of the same hand, one for each card, with how long each is shown. */
export function between(old, next, pause, quick) {
  if (!old || old.table !== next.table || old.hand_number !== next.hand_number || !old.hearts || !next.hearts) return [{state: next, wait: 0}];
  const before = fallen(old.hearts), after = fallen(next.hearts);
  const grew = after.length > before.length && before.every((each, i) => each.card === after[i].card);
  if (!grew) return [{state: next, wait: 0}];
  const frames = [];
  for (let count = before.length + 1; count <= after.length; count++) {
    const {state, ended} = frameAt(old, next, after, count);
    if (ended) frames.push({state, wait: pause}, {state: {...state, sweep: true}, wait: quick ? 0 : SWEEP_TIME});
    else if (count < after.length) frames.push({state, wait: quick ? 0 : CARD_TIME});
  }
  return [...frames, {state: next, wait: 0}];
}

/** The table when `count` cards of this hand had fallen. */
function frameAt(old, next, after, count) {
  const size = next.seats.length, ended = count % size === 0;
  const done = ended ? count / size - 1 : Math.floor(count / size);
  const trick = after.slice(done * size, count);
  const left = after.slice(count);
  const mine = new Set([...next.hand, ...left.filter(each => each.seat === next.you).map(each => each.card)]);
  const hand = [...new Set([...old.hand, ...next.hand])].filter(card => mine.has(card));
  const seats = old.seats.map((seat, i) => {
    const came = next.seats[i], rest = left.filter(each => each.seat === i).map(each => each.card);
    return {...seat, voids: came.voids, cards: came.cards + rest.length, hand: came.hand ? [...came.hand, ...rest] : came.hand};
  });
  const finished = next.hearts.tricks[done];
  const hearts = {...next.hearts, trick, tricks: next.hearts.tricks.slice(0, done), winning: winnerOf(trick), led: trick[0].card[1], claim: false, passing: null};
  const state = {...next, seats, hand, hearts, phase: "play", turn: ended ? null : (trick.at(-1).seat + 1) % size, legal: [], refusals: {}, thinking: null, result: null};
  if (ended) state.held = {winner: finished.winner, points: finished.points};
  return {state, ended};
}

/** What is on the table now, while newer states wait their turn; `skip` shows the next one at once. */
export function useFrames(latest, settings) {
  const [shown, show] = useState(null);
  const queue = useRef([]), timer = useRef(0), waiting = useRef(false), last = useRef(null);
  const step = () => {
    clearTimeout(timer.current);
    waiting.current = false;
    const frame = queue.current.shift();
    if (!frame) return;
    show(frame.state);
    if (!queue.current.length) return;
    waiting.current = true;
    if (Number.isFinite(frame.wait)) timer.current = setTimeout(step, frame.wait);
  };
  useEffect(() => {
    if (!latest) { queue.current = []; last.current = null; clearTimeout(timer.current); waiting.current = false; show(null); return; }
    const hurry = latest.watch ? Math.max(1, latest.watch.speed || 1) : 1;
    const pause = settings.pause > 3 && !latest.watch ? Infinity : Math.min(settings.pause, 3) * 1000 / hurry;
    queue.current.push(...between(last.current, latest, pause, still(settings) || hurry > 2));
    last.current = latest;
    if (!waiting.current) step();
  }, [latest]);
  const caughtUp = shown === latest;
  return {shown: shown ?? latest, caughtUp, skip: () => waiting.current && step()};
}
