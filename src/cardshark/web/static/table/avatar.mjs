// Somebody's face at a table, with a ring around whoever is next or thinks.
import {html} from "../base.mjs";
import {Portrait} from "../cast.mjs";

/** The face of a seat. */
export function Avatar({seat, you, next, thinking}) {
  const kind = you ? " you" : thinking ? " thinking" : next ? " next" : "";
  return html`<span class=${"av" + kind} aria-hidden="true"><${Portrait} who=${seat.who}/></span>`;
}
