// Watching players play: how fast, one step, open hands, and where two of them disagree. And how a learner's opinion changed.
import {html, useEffect, useState, t, number} from "./base.mjs";
import {Choice, choiceName, points} from "./panels.mjs";

/** The controls of a table that one watches. */
export function Watch({state, send, settings}) {
  const {speed = 1, paused = false, open = true, disagree = false, split = null} = state.watch;
  const pace = some => send({do: "pace", table: state.table, speed, paused, open, disagree, step: false, ...some});
  useEffect(() => {
    const press = event => {
      if (!settings.keys || event.target.closest?.("input[type=text],select,textarea,dialog,button")) return;
      if (event.key === " ") { event.preventDefault(); pace({paused: !paused}); }
      else if (event.key === ".") pace({step: true, paused: true});
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return html`<section class="watchbar" aria-label=${t("watch_controls")}>
    <button class="btn small" aria-pressed=${paused} onClick=${() => pace({paused: !paused})}>${paused ? t("watch_go") : t("watch_pause")}</button>
    <button class="btn small" onClick=${() => pace({step: true, paused: true})}>${t("watch_step")}</button>
    <label>${t("watch_speed")} <input type="range" min="-2" max="3" step="1" value=${Math.log2(speed)} aria-valuetext=${`${speed}×`} onInput=${event => pace({speed: 2 ** Number(event.target.value)})}/><output>${speed.toLocaleString(settings.language)}×</output></label>
    <label><input type="checkbox" checked=${open} onChange=${event => pace({open: event.target.checked})}/>${t("watch_open")}</label>
    <label><input type="checkbox" checked=${disagree} onChange=${event => pace({disagree: event.target.checked})}/>${t("watch_disagree")}</label>
    ${split && html`<${Split} split=${split} state=${state}/>`}</section>`;
}

/** Where two players would do different things. */
function Split({split, state}) {
  const sides = split.choices ?? [];
  return html`<table class="split"><caption class="sr">${t("watch_split")}</caption><tbody>${sides.map(each => html`<tr><th scope="row">${each.name ?? each.player}</th><td><${Choice} choice=${each.choice}/></td><td>${each.cost === undefined || each.cost === null ? "" : points(each.cost, 1, true)}</td></tr>`)}</tbody></table>`;
}

// ---- the age of a learner ----

const COLOURS = ["var(--goodf)", "var(--badf)", "var(--midf)", "var(--amber)"];

/** One line for each choice: its value while the learner learned. */
function Spark({ages}) {
  const lines = Object.entries(ages.values), all = lines.flatMap(([, list]) => list);
  const low = Math.min(...all), high = Math.max(...all, low + 1e-6);
  const x = i => 2 + 296 * i / Math.max(1, ages.games.length - 1), y = value => 52 - 50 * (value - low) / (high - low);
  return html`<svg class="spark" viewBox="0 0 300 54" preserveAspectRatio="none" aria-hidden="true">${lines.map(([choice, list], n) => html`<polyline key=${choice} stroke=${COLOURS[n % COLOURS.length]} points=${list.map((value, i) => `${x(i)},${y(value)}`).join(" ")}/>`)}</svg>`;
}

/** How a learner at this table came to think what it thinks of this position. */
export function AgesPanel({state, send, ages}) {
  const learners = [...new Set(state.seats.map(seat => seat.player).filter(player => /brain=/.test(player)))];
  const [picked, pick] = useState("");
  if (!learners.length || !state.legal.length && !ages) return null;
  const player = learners.includes(picked) ? picked : learners[0];
  const shown = ages && ages.games.length > 0;
  return html`<section class="pan"><h2>${t("ages_title")} <small>${shown ? t("ages_games", {from: number(ages.games[0], 0), to: number(ages.games.at(-1), 0)}) : ""}</small></h2>
    ${shown ? html`<${Spark} ages=${ages}/><table class="ages" style=${{width: "100%"}}><tbody>${Object.entries(ages.values).map(([choice, list], n) => html`<tr><th scope="row" style=${{borderLeft: `4px solid ${COLOURS[n % COLOURS.length]}`, paddingLeft: "8px"}}>${choiceName(choice)}</th><td>${points(list[0])} → ${points(list.at(-1))}</td></tr>`)}</tbody></table>` : html`<p class="quiet">${t("ages_about")}</p>`}
    <p style=${{display: "flex", gap: "8px", marginTop: "8px"}}>${learners.length > 1 && html`<select aria-label=${t("player")} value=${player} onChange=${event => pick(event.target.value)}>${learners.map(each => html`<option value=${each}>${each}</option>`)}</select>`}
      <button class="btn small" onClick=${() => send({do: "age", table: state.table, player})}>${t("ages_ask")}</button></p></section>`;
}
