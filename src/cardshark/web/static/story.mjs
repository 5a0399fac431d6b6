// Why a choice is better, as the coach tells it: a short story, and the numbers for whoever asks.
import {html, t, say} from "./base.mjs";

/** `story` is a list of paragraphs and `numbers` a list of sentences, all in the server's words; `seats` have names, and `children` stand before the first sentence. */
export function Story({story = [], numbers = [], seats, grey = false, children}) {
  const told = part => part.map(words => say(words, seats)).join(" ");
  if (!story.length && !numbers.length) return null;
  return html`<div class=${`why${grey ? " grey" : ""}`}>
    ${story.map((part, place) => html`<p key=${place}>${place === 0 ? children : ""} ${told(part)}</p>`)}
    ${!story.length && html`<p>${children} ${told(numbers)}</p>`}
    ${story.length > 0 && numbers.length > 0 && html`<details><summary>${t("story_numbers")}</summary><p>${told(numbers)}</p></details>`}</div>`;
}
