// The games that have a table here, and what only each of them knows. Nothing outside a game's own folder asks which game it is.
import {hearts} from "./hearts/page.mjs";
import {gin} from "./gin/page.mjs";

/**
 * Of a game:
 *   load       fetches its table when it is first needed: a module with `Table`
 *   filled     the game's part of a state, with the default values that the server left out
 *   between    the states between two states of the same table, `{state, wait}` each, the newest last
 *   keys       what its keys do, for the help
 *   lobby      `seats` that there can be (the usual number first), `changes` of the rules that follow from the form, the rule that ends a match
 *              (`end`), whether there is a `lesson` for the first visit, an `example` of house rules, how strengths (`figure`) and points gained (`gain`) are written, with a sign or without
 *   header     `deckSize` (0 where nobody asks), `facts` of a table, `tools` beside it
 *   review     the words of a review, and how points are counted in it
 */
export const GAMES = {hearts, gin};
