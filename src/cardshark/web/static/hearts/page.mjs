// What only Hearts knows, for everybody who shows a table or a review of it; its table is loaded when it is needed.
import {html, t, number, Icon, Pip} from "../base.mjs";
import {TABLE_KEYS} from "../settings.mjs";
import {between} from "./frames.mjs";
import {moment} from "./moment.mjs";
import {review} from "./review.mjs";

const USUAL = {winning: null, led: "", passing: null, passes: [], given: [], received: [], costs: {}, moon: null, claim: false, back: false};

const signed = (value, sign) => (sign && value > 0 ? "+" : sign && value < 0 ? "−" : "") + number(Math.abs(value), 2);
const lobby = {
  seats: [4, 3],
  lesson: true,
  changes: ({seats, preset}) => seats === 3 ? ["players=3", preset === "dutch" ? "removed=7D+7C" : "removed=2D"] : [],
  figure: signed,
  gain: signed,
  end: "limit",
  example: "moon=none,jack_of_diamonds=10",
};

function facts({hearts, phase}) {
  return html`${phase === "play" && html`<li>${t("trick_word")} <b>${Math.min(hearts.tricks.length + 1, hearts.of)}</b>
      <span>/${hearts.of}</span></li>`}
    ${hearts.broken && html`<li class="brk fresh"><${Pip} suit="H"/><span>${t("broken")}</span></li>`}`;
}

/** The button that shows the last trick while it is held down. */
function tools() {
  const last = showing => dispatchEvent(new CustomEvent("last-trick", {detail: showing}));
  return html`<button aria-label=${t("last_key")} onPointerDown=${() => last(true)} onPointerUp=${() => last(false)}
      onPointerLeave=${() => last(false)}
      onKeyDown=${event => event.key === "Enter" && last("toggle")}><${Icon} name="last"/><kbd>L</kbd></button>`;
}

export const hearts = {
  load: () => import("./table.mjs"),
  filled: state => ({...state, hearts: {...USUAL, ...state.hearts}}),
  between,
  keys: [["← →", "key_arrows"], ["Enter", "key_enter"], ["Q S", "key_typed"], ["P", "key_pass"], ["L", "key_last"], ["C", "key_take"], ...TABLE_KEYS],
  lobby,
  header: {deckSize: ({hearts, seats}) => hearts.of * seats.length, facts, tools},
  review,
  moment,
};
