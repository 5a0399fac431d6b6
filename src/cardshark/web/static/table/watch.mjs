// Watching players play: how fast, one step, open hands, and where two of them disagree. And how a learner's opinion changed.
import {html, useEffect, useState, t, number} from "../base.mjs";
import {Choice, choiceName, points} from "../panels.mjs";
import {sheetIsOpen} from "../settings.mjs";

/** The controls for watching. */
export function Watch({state, send, settings, freeze, step}) {
  const {speed = 1, paused = false, open = true, disagree = false, split = null} = state.watch;
  const pace = some => send({do: "pace", table: state.table, speed, paused, open, disagree, step: false, ...some});
  const pause = on => { freeze(on); pace({paused: on}); }; // what lies on the table stays as it is from this moment on
  const one = () => { if (paused && step()) return; freeze(false); pace({step: true, paused: true}); }; // first what has come already
  useEffect(() => {
    const press = event => {
      if (!settings.keys || sheetIsOpen() || event.target.closest?.("input,select,textarea,button,summary,a")) return;
      if (event.repeat) return;
      if (event.key === " ") { event.preventDefault(); pause(!paused); }
      else if (event.key === ".") one();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return html`<section class="pan watchbar" aria-label=${t("watch_controls")}><h2>${t("watch_controls")} <small>
      ${paused ? t("watch_paused") : ""}</small></h2><div class="row">
    <button class="btn small" aria-pressed=${paused} onClick=${() => pause(!paused)}>${paused ? t("watch_go") : t("watch_pause")} <kbd>␣</kbd></button>
    <button class="btn small" onClick=${one}>${t("watch_step")} <kbd>.</kbd></button>
    <label class="speed">${t("watch_speed")} <input type="range" min="-2" max="3" step="1" value=${Math.log2(speed)} aria-valuetext=${`${speed}×`}
      onInput=${event => pace({speed: 2 ** Number(event.target.value)})}/>
      <output>${speed.toLocaleString(settings.language)}×</output></label></div><div class="row">
    <label><input type="checkbox" checked=${open} onChange=${event => pace({open: event.target.checked})}/>${t("watch_open")}</label>
    <label><input type="checkbox" checked=${disagree} onChange=${event => pace({disagree: event.target.checked})}/>${t("watch_disagree")}</label>
      </div>
    ${split && html`<${Split} split=${split} state=${state}/>`}</section>`;
}

/** Who plays like this at the table: by their names. */
const nameOf = (player, {seats}) => seats.filter(seat => seat.player === player).map(seat => seat.name).join(", ") || player;

/** Where two players would do different things. */
function Split({split, state}) {
  return html`<p class="why"><b>${t("watch_split")}</b> ${t("watch_split_at", {name: state.seats[split.seat]?.name ?? "", gap: number(split.gap)})}</p>
    <table class="split"><thead><tr><th scope="col">${t("player")}</th><th scope="col">${t("would_play")}</th><th scope="col">${t("points")}</th></tr>
      </thead>
    <tbody>${split.choices.map(each => html`<tr key=${each.player}><th scope="row">${nameOf(each.player, state)}</th><td>
      ${each.choice ? html`<${Choice} choice=${each.choice}/>` : "?"}</td><td>${points(each.mean)}</td></tr>`)}</tbody></table>`;
}

// ---- the age of a learner ----

const known = value => value !== null && value !== undefined; // a young learner may have had no opinion
const COLOURS = ["var(--goodf)", "var(--badf)", "var(--midf)", "var(--amber)"];

/** One line for each choice: its value while the learner learned. */
function Spark({ages}) {
  const lines = Object.entries(ages.values), all = lines.flatMap(([, list]) => list.filter(known));
  const low = Math.min(...all), high = Math.max(...all, low + 1e-6);
  const x = i => 2 + 296 * i / Math.max(1, ages.games.length - 1), y = value => 52 - 50 * (value - low) / (high - low);
  return html`<svg class="spark" viewBox="0 0 300 54" preserveAspectRatio="none" aria-hidden="true">
      ${lines.map(([choice, list], n) => html`<polyline key=${choice} stroke=${COLOURS[n % COLOURS.length]}
        points=${list.map((value, i) => known(value) ? `${x(i)},${y(value)}` : "").join(" ")}/>`)}</svg>`;
}

const opinion = (value, unit) => known(value) ? points(value, unit && unit !== "points" ? 2 : 1) : "?";

/** How a learner's opinion of this position changed while it learned. */
export function AgesPanel({state, send, ages: answer}) {
  const learners = [...new Set(state.seats.map(seat => seat.player).filter(player => /brain=[^,]*\.safetensors/.test(player)))];
  const [picked, pick] = useState("");
  const player = learners.includes(picked) ? picked : learners[0], ages = answer?.player === player ? answer : null;
  if (!learners.length || !state.legal.length && !ages) return null;
  const shown = ages && ages.games.length > 0;
  return html`<section class="pan"><h2>${t("ages_title")} <small>
      ${shown ? t("ages_games", {from: number(ages.games[0], 0), to: number(ages.games.at(-1), 0)}) : ""}</small></h2>
    ${shown ? html`<${Spark} ages=${ages}/><table class="ages" style=${{width: "100%"}}><tbody>
      ${Object.entries(ages.values).map(([choice, list], n) => html`<tr>
      <th scope="row" style=${{borderLeft: `4px solid ${COLOURS[n % COLOURS.length]}`, paddingLeft: "8px"}}>${choiceName(choice)}</th><td>
      ${opinion(list[0], ages.unit)} → ${opinion(list.at(-1), ages.unit)}</td></tr>`)}</tbody></table>` : html`<p class="quiet">
      ${t(ages ? "ages_none" : "ages_about")}</p>`}
    <p style=${{display: "flex", gap: "8px", marginTop: "8px"}}>
      ${learners.length > 1 && html`<select aria-label=${t("player")} value=${player} onChange=${event => pick(event.target.value)}>
      ${learners.map(each => html`<option value=${each}>${nameOf(each, state)}</option>`)}</select>`}
      <button class="btn small" onClick=${() => send({do: "age", table: state.table, player})}>${t("ages_ask")}</button></p></section>`;
}
