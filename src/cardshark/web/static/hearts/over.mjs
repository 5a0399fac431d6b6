// The scores at the end of a hand of Hearts: who took the queen, who took how many hearts, and what that makes.
import {html, t, Tile} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {points} from "../panels.mjs";
import {credited} from "../table/avatar.mjs";
import {Ending} from "../table/ending.mjs";

/** The penalty cards that somebody took: hearts by number, the others one by one. */
function Took({cards, star}) {
  const hearts = cards.filter(card => card[1] === "H").length, others = cards.filter(card => card[1] !== "H");
  return html`${others.map(card => html`<span class=${card === star ? "fear" : ""}><${Tile} card=${card} mini/></span> `)}
    ${hearts > 0 && html`<span class="hearts" role="img" aria-label=${t("n_hearts", {n: hearts})}><svg class="hp" aria-hidden="true"><use href="/static/deck.svg#pH"/></svg>${hearts}</span>`}`;
}

/** Score rows, the best first. */
export function HandOver({state, deeds, go, star}) {
  const {result, seats, you} = state;
  const rows = seats.map((seat, n) => ({seat, n})).sort((a, b) => result.totals[a.n] - result.totals[b.n]);
  return html`<${Ending} state=${state} deeds=${deeds} go=${go}>
    <table><thead><tr><th scope="col">${t("player")}</th><th scope="col">${t("took")}</th><th scope="col">${t("this_hand")}</th><th scope="col">${t("total")}</th></tr></thead>
      <tbody>${rows.map(({seat, n}) => html`<tr key=${n} class=${(n === you ? "own" : "") + (result.winners.includes(n) && !state.home ? " won" : "")}>
        <th scope="row"><span class="name"><${Portrait} who=${seat.who}/><span>${credited(seat)}</span></span></th><td class="tk"><${Took} cards=${seat.took} star=${star}/></td>
        <td>${points(result.counted[n], 0, true)}</td><td><b>${seat.total}</b></td></tr>`)}</tbody></table><//>`;
}
