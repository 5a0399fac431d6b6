// How shall we play? Rules as choices in words; what they come to in sentences; and a field for who would rather type.
import {html, useState, useEffect, t, say, known, presetName} from "../base.mjs";
import {Pick} from "../settings.mjs";
import {GAMES} from "../games.mjs";
import {endsOf, usualEnd} from "./form.mjs";

const about = ({game, name}) => known(`preset_about_${game}_${name}`) ? t(`preset_about_${game}_${name}`) : "";

export function RulesPart({choice, chosen}) {
  const {form, change, presets, preset, table} = choice, {seats} = GAMES[form.game].lobby, watch = form.mode === "watch";
  const pick = (name, label, value, options, onPick) => html`<fieldset><legend>${label}</legend><${Pick} label=${label} name=${name} shown=${false} value=${value} options=${options} onPick=${onPick}/></fieldset>`;
  return html`<section class="pan" id="rules" aria-labelledby="h-rules"><div class="hd"><h2 id="h-rules">${t("how_play")}</h2><small>${t("only_who_play")}</small></div>
    <div class="presets" role="radiogroup" aria-label=${t("rules")}>${presets.map(each => html`<label class="rule" key=${each.game + each.name}>
      <input type="radio" name="preset" checked=${each === preset} onChange=${() => change({preset: each.name})}/><b>${presetName(each.game, each.name)}</b>${about(each)}</label>`)}</div>
    ${preset && html`<div class="opts">
      ${seats.length > 1 && pick("seats", t("players"), seats.includes(form.seats) ? form.seats : seats[0], seats.map(n => [n, t("number_" + n)]), n => change({seats: n}))}
      ${pick("end", t("ends"), form.end || usualEnd(preset), endsOf(preset).map(end => [end, end === "one" ? t("one_hand") : end]), end => change({end}))}
      ${pick("mode", t("it_is"), form.mode, ["play", "practice", "watch"].map(each => [each, t("kind_" + each)]), mode => change({mode}))}
      ${!watch && pick("coach", t("coach"), form.coach, ["off", "nudge", "full"].map(each => [each, t("coach_short_" + each)]), coach => change({coach}))}</div>
      <p class="quiet">${t("about_" + form.mode)} ${!watch && t("coach_about_" + form.coach)}</p>`}
    <p class="words" aria-live="polite"><b>${t("in_words")}</b> ${table ? table.lines.map(line => say(line)).join(" ") : html`<i class="grey" style="width:100%"></i>`}</p>
    <${Experts} choice=${choice} chosen=${chosen}/></section>`;
}

/** House rules and players as they would be typed. A wrong word is named at its field, and is not kept. */
function Experts({choice, chosen}) {
  const {form, table, chairs, typed, type, trouble, showMore} = choice, {example} = GAMES[form.game].lobby;
  return html`<details class="experts" onToggle=${event => showMore(event.target.open)}><summary>${t("for_experts")}</summary><div class="fields">
      <label>${t("house_rules")}<${Field} id="house" maxlength="150" value=${typed} placeholder=${example} wrong=${Boolean(trouble)} says="house-says" commit=${type}/></label>
      ${chairs.map((offer, i) => html`<${Player} key=${form.game + i} i=${i} offer=${offer} choice=${choice} chosen=${chosen}/>`)}</div>
    <p id="house-says" class=${trouble ? "wrong" : ""} role="status">${trouble ? t("not_used", {why: say(trouble)}) : table ? t("read_as", {text: table.text}) : ""}</p>
    <datalist id="all-players">${table?.others.map(each => html`<option key=${each.player} value=${each.player}>${each.name}</option>`)}</datalist></details>`;
}

/** A field whose text counts when it is left, or with Enter. */
function Field({value, wrong, says, commit, ...more}) {
  const [draft, write] = useState(null);
  return html`<input type="text" autocomplete="off" spellcheck="false" aria-invalid=${wrong} aria-describedby=${says} value=${draft ?? value} ...${more}
    onInput=${event => write(event.target.value)} onChange=${event => { write(null); commit(event.target.value); }}/>`;
}

/** The player of one chair as text. */
function Player({i, offer, choice, chosen}) {
  const [tried, attempt] = useState("");
  const answer = tried && chosen?.game === choice.form.game && chosen.asked === tried ? chosen : null;
  useEffect(() => { if (answer?.typed) { choice.invite(i, answer.typed); attempt(""); } }, [answer]);
  const commit = text => { const player = text.trim(); attempt(player); choice.attempt(player); };
  return html`<label>${t("player_chair", {n: i + 1})}<${Field} maxlength="200" list="all-players" value=${offer?.player ?? ""} wrong=${Boolean(answer?.refused)} says=${`player-${i}-says`} commit=${commit}/><span id=${`player-${i}-says`} class="wrong" role="status">${answer?.refused ? say(answer.refused) : ""}</span></label>`;
}
