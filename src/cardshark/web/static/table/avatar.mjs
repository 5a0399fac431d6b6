// Somebody at a table as a coloured letter.
import {html} from "../base.mjs";

const HUES = {s: 150, w: 18, n: 262, e: 205};

/** The first letter of a name, in the colour of its side of the table. */
export function Avatar({seat, side, you, next, thinking}) {
  const kind = you ? " you" : thinking ? " thinking" : next ? " next" : "";
  return html`<span class=${"av" + kind} style=${{"--h": HUES[side]}} aria-hidden="true">${seat.name[0]}</span>`;
}
