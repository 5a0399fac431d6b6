// The felt: the table that is recommended, or that was put together; on the first visit the lesson.
import {html, t, say, presetName, Face} from "../base.mjs";
import {Pick} from "../settings.mjs";
import {GAMES} from "../games.mjs";
import {Portrait, levelOf} from "../cast.mjs";
import {usualEnd} from "./form.mjs";
import {follow} from "./side.mjs";

const SIDES = {2: ["n"], 3: ["w", "e"], 4: ["w", "n", "e"]}; // of the chairs beside one's own, by how many sit down
const FAN = ["TC", "KD", "QS", "AH", "JS"];

/** "Emil, Jake and Wilma". */
export const listed = names => names.length < 2 ? names.join("") : t("listed", {names: names.slice(0, -1).join(", "), last: names.at(-1)});

function greeting() {
  const hour = new Date().getHours();
  return t(hour < 5 ? "good_night" : hour < 12 ? "good_morning" : hour < 18 ? "good_afternoon" : "good_evening");
}

/** The rules of the table in half a sentence. */
function summary({form, preset}) {
  const end = form.end || usualEnd(preset);
  const parts = [presetName(preset.game, preset.name), end === "one" ? t("ends_one") : t("ends_at", {n: end})];
  if (form.mode === "practice") parts.push(t("kind_practice"));
  if (form.mode !== "watch") parts.push(t("coach_is_" + form.coach));
  return parts.join(", ") + ".";
}

function Games({choice}) {
  return html`<${Pick} label=${t("game")} name="game" shown=${false} value=${choice.form.game} options=${Object.keys(GAMES).map(game => [game, t("game_" + game)])}
    onPick=${game => choice.change({game})}/>`;
}

export function Tonight({choice, deal}) {
  const {form, table, chairs, own} = choice, watch = form.mode === "watch";
  const names = chairs.filter(Boolean).map(each => each.name), free = chairs.filter(each => !each).length;
  return html`<section class="felt tonight" aria-label=${t("your_table")}><div class="txt"><${Games} choice=${choice}/>
      ${table ? html`<p class="eyebrow">${own ? t("own_table") : watch ? t("watch_table") : `${greeting()} ${t("good_table")}`}</p>
        <h1>${names.length ? listed(names) : t("free_table")}</h1>
        <p class="say">${free ? t("free_chairs", {n: free}) + " " : !own && !watch && table.company ? say(table.company.reason) + " " : ""}${choice.preset && summary(choice)}</p>`
        : html`<p class="eyebrow"><i class="grey" style="width:14em"></i></p><h1><span class="sr">${t("your_table")}</span><i class="grey" style="width:9em"></i></h1><p class="say"><i class="grey" style="width:100%"></i><i class="grey" style="width:60%"></i></p>`}
      <form id="setup" class="go" onSubmit=${deal}><button class="btn main big" disabled=${!choice.ready}>${watch ? t("start_watch") : t("start_play")}</button>
        <a class="btn" href="#rules" onClick=${toRules}>${t("change_rules")}</a></form></div>
    <${Ring} choice=${choice}/></section>`;
}

function toRules(event) {
  event?.preventDefault();
  const rules = document.getElementById("rules");
  rules.scrollIntoView({block: "start"});
  rules.querySelector("input:checked")?.focus({preventScroll: true});
}

/** The chairs; a click marks the one for whoever is chosen next. */
function Ring({choice: {form, table, chairs, marked, mark}}) {
  const count = table?.seats ?? 4, watch = form.mode === "watch", sides = watch ? ["s", ...SIDES[count]] : SIDES[count];
  return html`<div class="ring"><div class="fan" aria-hidden="true">${FAN.map((card, i) => html`<span class=${"card " + card[1]} style=${{"--t": i - 2}}><${Face} card=${card}/></span>`)}</div>
    ${sides.map((side, i) => html`<${Chair} key=${side} side=${side} offer=${chairs[i]} marked=${i === marked && chairs.length > 1} mark=${() => mark(i)} waits=${!table}/>`)}
    ${!watch && html`<span class="st s"><${Portrait} who="you"/>${t("you")}</span>`}</div>`;
}

function Chair({side, offer, marked, mark, waits}) {
  const who = offer ? [offer.name, levelOf(offer.who) || t(offer.yours ? "level_yours" : "level_bot")] : [t("chair_free"), ""];
  return html`<button type="button" class=${`st ${side}${marked ? " marked" : ""}`} aria-pressed=${marked} disabled=${waits} onClick=${mark}>
    ${offer ? html`<${Portrait} who=${offer.who}/>` : html`<span class="nobody">${waits ? "" : "+"}</span>`}<span>${waits ? html`<i class="grey"></i>` : who[0]}</span><small>${who[1]}<span class="sr">, ${t("chair_" + side)}, ${t("chair_change")}</span></small></button>`;
}

/** The first visit: a lesson, or a table with the gentlest of the cast. */
export function Welcome({choice, deal, go}) {
  const {chairs, ready} = choice, names = chairs.filter(Boolean).map(each => each.name);
  return html`<section class="felt tonight" aria-label=${t("welcome_label")}><div class="txt"><${Games} choice=${choice}/><p class="eyebrow">${t("welcome")}</p>
      <h1>${t("welcome_title")}</h1><p class="say">${t("welcome_text", {names: listed(names)})}</p>
      <form id="setup" class="go" onSubmit=${deal}><a class="btn main big" ...${follow(go, "/teach")}>${t("teach_me")}</a>
        <button class="btn" disabled=${!ready}>${t("know_deal")}</button></form></div>
    <${Ring} choice=${{...choice, marked: -1}}/></section>`;
}
