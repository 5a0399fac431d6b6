// Somebody at a table: a face, with a ring while it is their turn.
import {html, t} from "../base.mjs";
import {Portrait, levelOf} from "../cast.mjs";
import {Bubble} from "../family/gestures.mjs";

/** The face of a seat; a ring says whose turn it is, and turns while somebody thinks. */
export function Avatar({seat, next, thinking}) {
  return html`<span class=${"av" + (thinking ? " thinking" : next ? " next" : "")} aria-hidden="true"><${Portrait} who=${seat.who}/><${Bubble} n=${seat.n} presence=${seat.presence}/></span>`;
}

/** Who is to be named for what a seat has reached: somebody may have chosen for its player. */
export const credited = seat => seat.instead ? t("for_another", {name: seat.instead, other: seat.name}) : seat.name;

/** What stands below a name: who plays instead of its player, the level of somebody of the cast, how a bot plays, whether a person is there, or for oneself what the table is for. */
export const underName = (seat, state, own) => own ? t("mode_note_" + state.mode) : seat.instead ? t("plays_instead", {name: seat.instead}) : seat.player === "person" ? t("presence_" + (seat.presence || "here")) : levelOf(seat.who) || seat.kind || t("level_bot");
