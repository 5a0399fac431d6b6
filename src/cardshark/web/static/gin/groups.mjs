// Cards of gin face up in groups: melds, and what is loose.
import {html, Face} from "../base.mjs";

/** Melds and loose cards face up, in groups; some of them lit, some with a mark (a class) of their own. */
export function Groups({groups, label, lit = [], marks = {}}) {
  return html`<div class="melds" role=${label ? "img" : null} aria-label=${label || null} aria-hidden=${label ? null : "true"}>${groups.map(({kind, cards}, k) => html`<div class=${"group " + kind} key=${k} style=${{"--n": cards.length}}>${cards.map(card => html`<span class=${"card " + card[1] + (lit.includes(card) ? " lit" : "") + (marks[card] ? ` ${marks[card]}` : "")} key=${card}><${Face} card=${card}/></span>`)}</div>`)}</div>`;
}
