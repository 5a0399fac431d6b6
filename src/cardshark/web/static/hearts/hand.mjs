// The person's own cards: a fan of buttons.
import {html, t, say, number, cardName, Face} from "../base.mjs";
import {expected, points} from "../panels.mjs";

/** Everything that a screen reader says of a card. */
function cardLabel(card, {legal, refusals, values, labels, phase, picked}) {
  const parts = [cardName(card)];
  if (phase === "pass") parts.push(picked.includes(card) ? t("label_picked") : t("label_can_pass"));
  else if (legal.includes(card)) parts.push(t("label_playable"));
  else if (refusals[card]) parts.push(t("label_refused", {why: say(refusals[card])}));
  const value = values?.get(card), label = labels?.get(card);
  if (label) parts.push(`${label.word}: ${label.why}`.replace(/\.$/, ""));
  if (value) {
    parts.push(expected("label_expected", value));
    parts.push(value.grade === "best" ? t("label_best") : value.grade === "unclear" ? t("label_unclear") : t("label_worse", {points: number(value.cost)}));
  }
  return parts.join(". ") + ".";
}

function Chip({value}) {
  return html`<span class=${"chip " + value.grade} aria-hidden="true">${value.grade === "best" ? "★ " : ""}${points(value.mean)}</span>`;
}

/** A word over a card that is pointed out. */
const Flag = ({flag}) => html`<span class=${`flag ${flag.kind}${flag.high ? " high" : ""}`}>${flag.text}</span>`;

/** The words over the cards that are pointed out: once for neighbours with the same word, and of two neighbours one stands higher. */
function flagsOf(cards, marks) {
  const flags = new Map();
  cards.forEach((card, i) => {
    const mark = marks?.get(card), before = marks?.get(cards[i - 1]), beside = flags.get(cards[i - 1]);
    if (mark && mark.text !== before?.text) flags.set(card, {...mark, high: Boolean(beside && !beside.high)});
  });
  return flags;
}

/** Places in two rows for the phone: how far from the middle, and in which row. */
function twoRows(i, count) {
  const upper = Math.ceil(count / 2), row = i < upper ? 1 : 0;
  const place = row ? i : i - upper, length = row ? upper : count - upper;
  return {"--u": place - (length - 1) / 2, "--y": row};
}

/**
 * The hand. `pick` gets a card that was clicked, legal or not; `cursor` is the card that Tab reaches; `picked` those that stand out;
 * `refused` the one that shakes; `fresh` deals the cards one by one; `values` has value, grade and cost of cards that the coach looked at,
 * `labels` a word, a tone and a reason instead; `marks` has a word for cards that are pointed out.
 */
export function Hand({cards, state, values, labels, cursor, picked, refused, fresh, received, pick, marks}) {
  const count = cards.length, passing = state.phase === "pass";
  const size = count > 11 ? " two" : count === 11 ? " eleven" : count <= 8 ? " few" : "";
  const about = {legal: state.legal, refusals: state.refusals, values, labels, phase: state.phase, picked};
  const flags = flagsOf(cards, marks);
  return html`<ol id="hand" class=${"hand" + size + (fresh ? " fresh" : "") + (passing ? " passing" : "")} style=${{"--n": count}}
    aria-label=${t("label_hand", {n: count})}>
    ${cards.map((card, i) => {
      const middle = i - (count - 1) / 2, can = passing ? state.legal.length > 0 : state.legal.includes(card);
      const kind = (can ? "ok" : state.legal.length ? "no" : "rest") + (picked.includes(card) ? " up" : "") + (refused === card ? " shake" : "") + (received.includes(card) ? " new" : "") + (can && values?.get(card)?.grade === "best" ? " best" : "") + (marks?.has(card) ? " marked " + marks.get(card).kind : "");
      return html`<li key=${card} style=${{"--t": middle, "--q": middle * middle, "--i": i, ...twoRows(i, count)}}>
        <button class=${`card ${card[1]} ${kind}`} data-card=${card} tabindex=${card === cursor ? 0 : -1} aria-label=${cardLabel(card, about)}
          aria-disabled=${can ? null : "true"} aria-pressed=${passing ? picked.includes(card) : null} onClick=${() => pick(card)}><${Face} card=${card}/></button>
        ${can && values?.get(card) && html`<${Chip} value=${values.get(card)}/>`}${can && labels?.get(card) && html`<span class=${`chip ${labels.get(card).tone}`} aria-hidden="true">${labels.get(card).word}</span>`}${flags.has(card) && html`<${Flag} flag=${flags.get(card)}/>`}</li>`;
    })}</ol>`;
}

/** The cards of the player at the bottom when watching: open, but not to be played. */
export function WatchedHand({cards, name}) {
  const count = cards.length, size = count > 11 ? " two" : count === 11 ? " eleven" : count <= 8 ? " few" : "";
  return html`<ol class=${"hand" + size} style=${{"--n": count}} aria-label=${t("label_their_hand", {name})}>${cards.map((card, i) => {
    const middle = i - (count - 1) / 2;
    return html`<li key=${card} style=${{"--t": middle, "--q": middle * middle, ...twoRows(i, count)}}>
        <span class=${`card ${card[1]} rest`} role="img" aria-label=${cardName(card)}><${Face} card=${card}/></span></li>`;
  })}</ol>`;
}
