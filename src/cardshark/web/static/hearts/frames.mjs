// Cards fall one by one, and a finished trick lies on the table for a while.

const ORDER = "23456789TJQKA";

/** All cards of a hand in the order in which they fell. */
export const fallen = hearts => [...hearts.tricks.flatMap(trick => trick.cards), ...hearts.trick];

/** Who takes these cards so far. */
function winnerOf(cards) {
  const follow = cards.filter(({card}) => card[1] === cards[0].card[1]);
  return follow.reduce((best, each) => ORDER.indexOf(each.card[0]) > ORDER.indexOf(best.card[0]) ? each : best).seat;
}

/**
 * The states between two states of the same hand, one for each card, with how long each lies there before the next one (`times`, see table/frames.mjs).
 * Somebody who skips is stopped by a finished trick.
 */
export function between(old, next, times) {
  if (!old || old.table !== next.table) return [{state: next, wait: 0}];
  if (old.hand_number !== next.hand_number) return [{state: next, wait: times.deal}];
  const before = fallen(old.hearts), after = fallen(next.hearts);
  const grew = after.length > before.length && before.every((each, i) => each.card === after[i].card);
  const claimed = old.hearts.claim && next.result && after.length > before.length + 1; // the person skipped the rest, so it is not shown
  if (!grew || claimed) return [{state: next, wait: old.phase === "pass" && next.phase === "play" ? times.card : 0}];
  const frames = [];
  for (let count = before.length + 1; count <= after.length; count++) {
    const {state, ended} = frameAt(old, next, after, count);
    if (ended) frames.push({state, wait: times.trick, stops: true, falls: true}, {state: {...state, sweep: true}, wait: times.sweep}, ...(count === after.length ? [{state: next, wait: 0}] : []));
    else frames.push({state: count === after.length ? next : state, wait: times.card, falls: true});
  }
  return frames;
}

/** The table when `count` cards of this hand had fallen. */
function frameAt(old, next, after, count) {
  const size = next.seats.length, ended = count % size === 0;
  const done = ended ? count / size - 1 : Math.floor(count / size);
  const trick = after.slice(done * size, count);
  const left = after.slice(count);
  const mine = new Set([...next.hand, ...left.filter(each => each.seat === next.you).map(each => each.card)]);
  const hand = [...new Set([...old.hand, ...next.hand])].filter(card => mine.has(card));
  const seats = old.seats.map((seat, i) => {
    const came = next.seats[i], rest = left.filter(each => each.seat === i).map(each => each.card);
    return {...seat, voids: came.voids, cards: came.cards + rest.length, hand: came.hand ? [...came.hand, ...rest] : came.hand};
  });
  const finished = next.hearts.tricks[done];
  const hearts = {...next.hearts, trick, tricks: next.hearts.tricks.slice(0, done), winning: winnerOf(trick), led: trick[0].card[1], claim: false, passing: null};
  const state = {...next, seats, hand, hearts, phase: "play", turn: ended ? null : (trick.at(-1).seat + 1) % size, legal: [], refusals: {}, thinking: null, result: null};
  if (ended) state.held = {winner: finished.winner, points: finished.points};
  return {state, ended};
}
