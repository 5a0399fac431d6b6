// One state of the server is shown in several steps: each game knows the states in between, and here they wait their turn.
import {useState, useEffect, useRef} from "../base.mjs";
import {still} from "../settings.mjs";
import {GAMES} from "../games.mjs";

const MOST_WAITING = 12; // states that wait to be shown

/** Is a watched table hidden, or have too many states come to show them one by one? Then only the newest is shown. */
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
    queue.current.push(...GAMES[latest.game].between(last.current, latest, pause, still(settings) || hurry > 2));
    if (hurried(latest, queue.current)) { stop(); queue.current = [{state: latest, wait: 0}]; }
    last.current = latest;
    if (!waiting.current) step(false);
  }, [latest]);
  const caughtUp = shown === latest;
  return {shown: shown ?? latest, caughtUp, settled, skip: () => waiting.current && step(true)};
}
