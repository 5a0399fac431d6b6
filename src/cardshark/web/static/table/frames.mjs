// The rhythm of the table: the server answers at once, but cards fall one by one. Each game knows the states in between, and here they wait their turn.
import {useState, useEffect, useRef} from "../base.mjs";
import {GAMES} from "../games.mjs";

const MOST_WAITING = 24; // states that wait to be shown
const CARD_TIME = 260; // milliseconds from one card to the next
const ACT_TIME = 650; // milliseconds for which an act that is more than a card is shown: a draw, a discard
const DEAL_TIME = 700; // milliseconds in which the cards of a new hand are dealt, before anybody plays
const SWEEP_TIME = 220; // milliseconds in which a trick goes to its winner

/** Is a watched table hidden, or have too many states come to show them one by one? Then only the newest is shown. */
export const hurried = (latest, queue) => Boolean(latest.watch) && document.hidden || queue.length > MOST_WAITING;

/** How long, in milliseconds, a card, an act, a finished trick, its way to the winner and a new deal are shown; all but the trick 0 if cards should fall at once. */
export function rhythm({speed, pause}, watch) {
  const hurry = watch ? Math.max(1, watch.speed || 1) : 1, part = speed ? 1 / speed / hurry : 0;
  const trick = watch?.paused || pause > 3 && !watch ? Infinity : Math.min(pause, 3) * 1000 / hurry;
  return {card: CARD_TIME * part, act: watch ? 0 : ACT_TIME * part, trick, sweep: hurry > 2 ? 0 : SWEEP_TIME * part, deal: hurry > 2 ? 0 : DEAL_TIME * part};
}

/** Shows frames, `{state, wait}`, one after the other: each is followed by the next when its wait is over. In a frame that `falls` something new lies there; whoever skips is stopped by one that `stops`. */
class Film {
  constructor(show) { Object.assign(this, {show, queue: [], until: 0, timer: 0, settled: 0, frozen: false}); }
  /** Show what may be shown now, and wait for the rest. */
  run() {
    clearTimeout(this.timer);
    while (this.queue.length && !this.frozen && performance.now() >= this.until) this.next();
    const wait = this.until - performance.now();
    if (this.queue.length && !this.frozen && Number.isFinite(wait)) this.timer = setTimeout(() => { this.settled = performance.now(); this.until = 0; this.run(); }, wait);
  }
  next() {
    const {state, wait, stops = false} = this.queue.shift();
    this.until = wait ? performance.now() + wait : 0;
    this.show(state);
    return stops;
  }
  /** Whatever falls, falls at once: up to the next finished trick, or to the end. */
  skip() {
    if (!this.queue.length || this.frozen) return;
    this.settled = performance.now();
    while (!this.next() && this.queue.length); // next() says whether to stop there
    this.run();
  }
  /** Show all up to the next thing that falls; false if nothing more falls. */
  step() {
    while (this.queue.length) {
      const {falls} = this.queue[0];
      this.next();
      if (falls) return true;
    }
    return false;
  }
  clear() { clearTimeout(this.timer); this.queue = []; this.until = 0; this.frozen = false; }
}

/**
 * What is on the table now, while newer states wait their turn. `skip` lets the rest of a trick fall at once, or the finished trick go; `settled` is
 * when something that lay there had lain long enough; `freeze` holds everything as it is, for whoever watches, and `step` shows one thing more
 * (false if nothing waits).
 */
export function useFrames(latest, settings) {
  const [shown, show] = useState(null);
  const film = useRef(null), last = useRef(null), settled = useRef(0);
  film.current ??= new Film(state => { settled.current = film.current.settled; show(state); });
  useEffect(() => {
    const {current: now} = film;
    if (!latest) { now.clear(); last.current = null; show(null); return; }
    now.queue.push(...GAMES[latest.game].between(last.current, latest, rhythm(settings, latest.watch)));
    if (hurried(latest, now.queue)) { now.clear(); now.queue = [{state: latest, wait: 0}]; }
    if (latest.watch && now.until === Infinity) now.until = 0; // a trick that lay there because the match was paused
    last.current = latest;
    now.run();
  }, [latest]);
  useEffect(() => () => film.current.clear(), []);
  return {
    shown: shown ?? latest, caughtUp: shown === latest, settled, skip: () => film.current.skip(),
    freeze: on => { film.current.frozen = on; film.current.run(); },
    step: () => film.current.step(),
  };
}
