// Six gestures instead of chat: buttons, the keys 1 to 6, and what is shown at the seat of whoever made one.
import {html, useState, useEffect, useRef, t} from "../base.mjs";
import {sheetIsOpen} from "../settings.mjs";

const GESTURES = ["well_played", "ouch", "thank_you", "one_moment", "ha", "good_game"];
const SHOWN = 4000; // milliseconds

/** The server says that somebody has made a gesture: their seat shows it, and it is said. */
export function showGesture({seat, gesture}, seats, announce) {
  dispatchEvent(new CustomEvent("gesture", {detail: {seat, gesture}}));
  if (seats?.[seat]) announce(t("says_gesture", {name: seats[seat].name, gesture: t("gesture_" + gesture)}));
}

/** What somebody has just said with a gesture, beside their face; or that they have gone, and who plays for them. */
export function Bubble({n, presence = ""}) {
  const [gesture, set] = useState("");
  useEffect(() => {
    let timer = 0;
    const hear = ({detail}) => { if (detail.seat === n) { clearTimeout(timer); set(detail.gesture); timer = setTimeout(set, SHOWN, ""); } };
    addEventListener("gesture", hear);
    return () => { removeEventListener("gesture", hear); clearTimeout(timer); };
  }, [n]);
  return gesture ? html`<span class="bubble">${t("gesture_" + gesture)}</span>` : presence && html`<span class="bubble gone">${t("presence_short_" + presence)}</span>`;
}

/** The six buttons. While it is one's own turn (`busy`), figures are cards and not gestures. */
export function Gestures({send, busy = false, note = ""}) {
  const now = useRef({});
  now.current = {send, busy};
  const make = gesture => now.current.send({do: "gesture", gesture});
  useEffect(() => {
    const press = event => {
      const gesture = GESTURES[Number(event.key) - 1];
      if (!gesture || now.current.busy || event.repeat || event.ctrlKey || event.metaKey || event.altKey || sheetIsOpen() || event.target.closest?.("input,select,textarea")) return;
      event.preventDefault();
      make(gesture);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return html`<section class="pan gestures"><h2>${t("gestures")} <small>${t("gestures_keys")}</small></h2>
    <div class="gest">${GESTURES.map((gesture, i) => html`<button class="btn" key=${gesture} aria-keyshortcuts=${i + 1} onClick=${() => make(gesture)}>${t("gesture_" + gesture)}</button>`)}</div>
    ${note && html`<p class="quiet">${note}</p>`}</section>`;
}

/** Says who has gone, who is played for, and who is back. */
export function usePresence(seats, announce) {
  const before = useRef(null);
  useEffect(() => {
    const now = seats?.filter(seat => seat.player === "person").map(({name, presence}) => [name, presence]) ?? [];
    const old = new Map(before.current ?? now);
    before.current = now;
    const news = now.filter(([name, presence]) => old.has(name) && old.get(name) !== presence).map(([name, presence]) => t("says_" + (presence || "back"), {name}));
    if (news.length) announce(news.join(" "));
  }, [seats]);
}
