// What only gin rummy knows, for everybody who shows a table or a review of it; its table is loaded when it is needed.
import {html, t, number} from "../base.mjs";
import {TABLE_KEYS} from "../settings.mjs";
import {moment} from "./moment.mjs";
import {review} from "./review.mjs";

const USUAL = {drawn: "", melds: [], deadwood: 0, after: {}, knocker: null, spread: [], spread_deadwood: [], laid_off: [], ways: [], boxes: []};

/** What the other player does stays for a while before the next thing is shown. */
function between(old, next, times) {
  if (!old || old.table !== next.table) return [{state: next, wait: 0}];
  if (old.hand_number !== next.hand_number) return [{state: next, wait: times.deal}];
  const grew = next.gin.acts.length > old.gin.acts.length && next.gin.acts.at(-1).seat !== next.you;
  return [{state: next, wait: grew ? times.act : 0, falls: next.gin.acts.length > old.gin.acts.length}];
}

export const gin = {
  load: () => import("./table.mjs"),
  filled: state => ({...state, gin: {...USUAL, ...state.gin}}),
  between,
  keys: [
    ["← →", "key_gin_arrows"], ["Shift ← →", "key_gin_sort"], ["Enter", "key_gin_enter"], ["Q S", "key_typed"], ["S", "choice_stock"], ["T", "choice_pile"], ["P", "choice_pass"],
    ["K", "key_gin_knock"], ["B", "key_gin_big"], ["O", "choice_play_on"], ["1 2 …", "key_gin_way"], ["D", "key_gin_done"], ...TABLE_KEYS,
  ],
  lobby: {
    seats: [2], changes: () => [], end: "target", example: "gin_bonus=20",
    figure: value => `${number(100 * value, 0)} %`,
    gain: (value, sign) => (sign && value > 0 ? "+" : sign && value < 0 ? "−" : "") + number(Math.abs(value), 1),
  },
  header: {deckSize: () => 0, facts: ({gin: {stock}}) => html`<li class="left">${t("stock_n", {n: stock})}</li>`, tools: () => null},
  review,
  moment,
};
