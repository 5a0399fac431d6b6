// Cards fall one by one: what the server says at once is shown in steps, and a finished trick lies on the table for a while.
import {useState, useEffect, useRef} from "./base.mjs";
import {still} from "./settings.mjs";

const ORDER = "23456789TJQKA";
const CARD_TIME = 260; // milliseconds between two cards that came at once
const SWEEP_TIME = 220; // in which a trick goes to its winner
const MOST_WAITING = 12; // states that wait to be shown

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
  const claimed = old.hearts.claim && next.result && after.length > before.length + 1; // who skips the rest does not want to see it
  if (!grew || claimed) return [{state: next, wait: 0}];
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

/** Is somebody watched at whom nobody looks, or has too much come to be shown one by one? Then only the newest state is. */
export const hurried = (latest, queue) => Boolean(latest.watch) && document.hidden || queue.length > MOST_WAITING;

/** What is on the table now, while newer states wait their turn; `skip` shows the next one at once, `settled` is when the last wait was over. */
export function useFrames(latest, settings) {
  const [shown, show] = useState(null);
  const queue = useRef([]), timer = useRef(0), waiting = useRef(false), last = useRef(null), settled = useRef(0);
  const stop = () => { clearTimeout(timer.current); waiting.current = false; };
  const step = waited => {
    stop();
    const frame = queue.current.shift();
    if (!frame) return;
    if (waited) settled.current = performance.now();
    show(frame.state);
    if (!queue.current.length) return;
    waiting.current = true;
    if (Number.isFinite(frame.wait)) timer.current = setTimeout(step, frame.wait, frame.wait > 0);
  };
  useEffect(() => {
    if (!latest) { queue.current = []; last.current = null; stop(); show(null); return; }
    const hurry = latest.watch ? Math.max(1, latest.watch.speed || 1) : 1;
    const pause = settings.pause > 3 && !latest.watch ? Infinity : Math.min(settings.pause, 3) * 1000 / hurry;
    queue.current.push(...between(last.current, latest, pause, still(settings) || hurry > 2));
    if (hurried(latest, queue.current)) { stop(); queue.current = [{state: latest, wait: 0}]; }
    last.current = latest;
    if (!waiting.current) step(false);
  }, [latest]);
  const caughtUp = shown === latest;
  return {shown: shown ?? latest, caughtUp, settled, skip: () => waiting.current && step(true)};
}
