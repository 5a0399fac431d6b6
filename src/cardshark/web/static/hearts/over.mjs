// The end of a hand, and of a match: the score, and the way to what can be learned from it.
import {html, useState, useEffect, useRef, t, say} from "../base.mjs";
import {points} from "../panels.mjs";
import {still} from "../settings.mjs";

/** A number that counts up to its value, once. */
function Count({to, settings}) {
  const [shown, show] = useState(still(settings) ? to : 0);
  useEffect(() => {
    if (still(settings) || !to) { show(to); return undefined; }
    const from = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - from) / (600 / settings.speed));
      show(Math.round(to * part));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return html`${points(shown, 0, true)}`;
}

function heading({result, seats, you}) {
  if (!result.winners.length) return t("hand_over");
  return result.winners.includes(you) ? t("you_win") : t("they_win", {names: result.winners.map(n => seats[n].name).join(", ")});
}

/** Score rows; Review is the first thing to do, then the next hand. */
export function HandOver({state, deeds, settings, go}) {
  const {result, seats, you} = state;
  const first = useRef();
  useEffect(() => { if (!state.watch) first.current.focus({preventScroll: true}); }, []); // not when watching: Space must go on pausing
  const rows = seats.map((seat, n) => ({seat, n})).sort((a, b) => result.totals[a.n] - result.totals[b.n]);
  const over = state.phase === "over" || result.winners.length > 0;
  return html`<section class="over" aria-label=${heading(state)}><h2>${heading(state)}</h2>${result.words.map(words => html`<p>
      ${say(words, seats)}</p>`)}
    ${state.undone && html`<p>${t("with_undo")}</p>`}
    <table><thead><tr><th scope="col">${t("player")}</th><th scope="col">${t("this_hand")}</th><th scope="col">${t("total")}</th></tr></thead>
      <tbody>${rows.map(({seat, n}) => html`<tr key=${n} class=${(n === you ? "me" : "") + (result.winners.includes(n) ? " won" : "")}>
        <th scope="row">${seat.name}</th><td><${Count} to=${result.scores[n]} settings=${settings}/></td><td><b>${result.totals[n]}</b></td>
        </tr>`)}</tbody></table>
    <div class="row"><button ref=${first} class="btn main" onClick=${deeds.review}>${t("review_hand")} <kbd>R</kbd></button>
      ${over ? html`<button class="btn" onClick=${() => go("/")}>${t("new_match")}</button>` : html`<button class="btn" onClick=${deeds.next}>
        ${t("next_hand")} <kbd>N</kbd></button>`}</div>
    ${result.secret && html`<details><summary>${t("fair_deal")}</summary><p>${t("seal_was")} <code>${state.seal}</code></p><p>${t("secret_is")} <code>
      ${result.secret}</code></p><p><code>cardshark verify hand.html</code></p></details>`}</section>`;
}
