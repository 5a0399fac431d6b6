// People as cards, in order of strength: face, name, level, one sentence, and the figure that was measured.
import {html, t, say, number} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {Portrait, Steps, levelOf} from "../cast.mjs";

/** What was measured, with how far it may be off. */
function Figure({game, offer}) {
  const {figure} = GAMES[game].lobby;
  if (offer.strength === undefined || offer.strength === null) return html`<small>${t("not_measured")}</small>`;
  return html`<span><b>${figure(offer.strength, true)}</b>${offer.reach > 0 && html`<small class="pm"> ± ${figure(offer.reach, false)}</small>`}</span>`;
}

export function People({choice, first, announce}) {
  const {form: {game}, table, chairs} = choice;
  const measured = table?.people.some(each => typeof each.strength === "number");
  return html`<section class="pan" aria-labelledby="h-people"><div class="hd"><h2 id="h-people">${t("choose_company")}</h2>
      ${table && html`<small>${measured ? t("pool_" + game) : t("not_measured_all")} ${table.yours && t(table.yours.key, args(table.yours, game))}</small>`}</div>
    <ul class="people">${table ? table.people.map(offer => html`<${Person} key=${offer.player} game=${game} offer=${offer} choice=${choice} announce=${announce}
        sits=${!first && chairs.some(each => each && sameAs(each, offer))} next=${!first && Boolean(offer.who) && table.company?.next === offer.who}/>`)
      : Array.from({length: 7}, (_, i) => html`<li key=${i}><span class="p waits" aria-hidden="true"><span class="top"><i class="grey round"></i><i class="grey"></i></span><i class="grey"></i></span></li>`)}</ul></section>`;
}

const sameAs = (chair, offer) => chair.player === offer.player || Boolean(offer.ages?.includes(chair.player));
const args = ({args: {gain, reach, n}}, game) => ({n, gain: GAMES[game].lobby.gain(gain, true), reach: GAMES[game].lobby.gain(reach, false)});

function Person({game, offer, choice, sits, next, announce}) {
  const level = levelOf(offer.who) || t("level_yours"), about = offer.about ? say({key: offer.about.key, args: {...offer.about.args, n: number(offer.about.args?.n ?? 0, 0)}}) : "";
  const seat = () => { choice.seat(offer); announce(t(sits ? "says_up" : "says_seated", {name: offer.name})); };
  const figure = typeof offer.strength === "number" ? `${GAMES[game].lobby.figure(offer.strength, true)} ${t("figure_" + game)}` : t("not_measured");
  return html`<li><label class=${"p" + (offer.yours ? " own" : "")}><input type="checkbox" name="who" checked=${sits} onChange=${seat}
      aria-label=${[`${offer.name}, ${offer.level ? t("level_of", {level, n: offer.level}) : level}`, about, figure, next ? t("next_for_you") : ""].filter(Boolean).join(". ").replaceAll("..", ".")}/>
    ${next && html`<span class="next">${t("next_for_you")}</span>`}
    <span class="top"><${Portrait} who=${offer.who}/><span><b>${offer.name}</b><span class="lv">${offer.level > 0 && html`<${Steps} number=${offer.level}/>`} ${level}</span></span></span>
    <span class="one">${about}</span><span class="m"><${Figure} game=${game} offer=${offer}/>${sits && html`<span class="sits">${t("seated")}</span>`}</span></label>
    ${sits && offer.ages?.length > 0 && html`<${Age} offer=${offer} choice=${choice}/>`}</li>`;
}

/** A learner at a younger age. */
function Age({offer, choice}) {
  const chair = choice.chairs.findIndex(each => each && sameAs(each, offer)), at = Math.max(0, offer.ages.indexOf(choice.chairs[chair].player));
  const games = /\.age(\d+)\./.exec(offer.ages[at])?.[1], age = games ? t("age_games", {n: number(Number(games), 0)}) : t("age_grown");
  return html`<label class="age"><span>${t("age")}</span><input type="range" min="0" max=${offer.ages.length - 1} value=${at} aria-label=${t("age_of", {name: offer.name})}
      aria-valuetext=${age} onInput=${event => choice.grow(chair, offer.ages[Number(event.target.value)])}/><output>${age}</output></label>`;
}
