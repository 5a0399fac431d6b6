// Passing, for whoever watches: what everybody gives away, and where it goes.
import {html, t, cardName, Face} from "../base.mjs";
import {sideOf} from "./seats.mjs";

/** "left", "right" or "across": where the cards of the first seat go. Among three there is no across. */
const wayOf = ({passing}, size) => passing.to === 1 ? "left" : passing.to === size - 1 ? "right" : "across";

/** Before each seat what it passes on; only the direction while the hands are closed. */
export function Exchange({state}) {
  const {passing, passes} = state.hearts, title = t("watch_passing_" + wayOf(state.hearts, state.seats.length), {n: passing.count});
  return html`<section class=${"exchange " + wayOf(state.hearts, state.seats.length)} aria-label=${title}><h2>${title}</h2>
    ${passes.map((cards, n) => cards.length > 0 && html`<div key=${n} class=${"given " + sideOf(n, state)} role="img"
      aria-label=${t("watch_passes", {name: state.seats[n].name, list: cards.map(cardName).join(", ")})}>
      ${cards.map(card => html`<span key=${card} class=${"card " + card[1]}><${Face} card=${card}/></span>`)}</div>`)}</section>`;
}
