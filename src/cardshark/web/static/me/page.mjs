// How somebody plays: points lost a decision beside the cast, kinds of mistakes, and every hand.
import {html, useState, t, number, cardName, Tile} from "../base.mjs";
import {Pick} from "../settings.mjs";
import {Course} from "./course.mjs";
import {History} from "./history.mjs";
import {FEW, Grey, groupName, plusMinus} from "./names.mjs";

const PERIODS = ["quarter", "year", "all"];
export function Page({said, send, go, settings, announce}) {
  const figures = said.myfigures, [kind, setKind] = useState(null);
  const ask = some => send({do: "figures", since: figures?.since ?? "quarter", group: figures?.group ?? "", ...some});
  const shown = figures?.groups.find(group => group.name === figures.group);
  return html`<main id="main" class="me"><div class="top"><h1>${t("me_title")}</h1>
      ${figures?.groups.length > 1 && html`<${Pick} label=${t("me_group")} shown=${false} name="group" value=${figures.group} onPick=${group => ask({group})}
        options=${figures.groups.slice(0, 4).map(group => [group.name, groupName(group)])}/>`}
      <${Pick} className="period" label=${t("me_period")} shown=${false} name="period" value=${figures?.since ?? "quarter"} onPick=${since => ask({since})}
        options=${PERIODS.map(each => [each, t("me_" + each)])}/></div>
    ${figures && !figures.hands ? html`<${Empty} figures=${figures} go=${go}/>` : html`
      <section class="pan rate" aria-labelledby="rate-title">${figures ? html`<${Headline} figures=${figures} group=${shown}/>${shown && html`<${Course} figures=${figures} group=${shown}/>`}` : html`<${Grey} rows=${6}/>`}</section>
      <section class="pan" aria-labelledby="groups-title"><h2 id="groups-title">${t("me_by_rules")} <small>${t("me_by_rules_note")}</small></h2>
        ${figures ? html`<${Groups} figures=${figures}/>` : html`<${Grey} rows=${4}/>`}</section>
      <section class="pan wide" aria-labelledby="kinds-title"><h2 id="kinds-title">${t("me_kinds")} <small>${t("me_kinds_note", {period: t("me_" + (figures?.since ?? "quarter"))})}</small></h2>
        ${figures ? html`<${Kinds} figures=${figures} pick=${name => setKind({kind: name, group: figures.group})}/>` : html`<${Grey} rows=${2}/>`}</section>`}
    <${History} said=${said} send=${send} go=${go} settings=${settings} announce=${announce} kind=${kind} setKind=${setKind}/></main>`;
}

function Empty({figures, go}) {
  return html`<section class="felt wide empty" aria-label=${t("me_title")}><p>${t(figures.waiting ? "me_empty_waiting" : "me_empty", {n: figures.waiting})}</p>
    <a class="btn main" href="/" onClick=${event => { event.preventDefault(); go("/"); }}>${t("mistakes_play")}</a></section>`;
}

const list = names => new Intl.ListFormat(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang).format(names);

/** The one figure, and what it means beside the cast. */
function Headline({figures, group}) {
  if (!group) return html`<div class="head"><h2 id="rate-title" class="big few">–</h2><p>${t("me_none_here")}</p></div>`;
  const {rate} = group, few = rate.decisions < FEW;
  const past = figures.bots.filter(bot => rate.high !== null && bot.rate.low > rate.high).sort((a, b) => a.rate.mean - b.rate.mean)[0];
  const beside = figures.bots.filter(bot => rate.high !== null && bot.rate.mean >= rate.low && bot.rate.mean <= rate.high).map(bot => bot.name);
  return html`<div class="head"><h2 id="rate-title" class=${"big" + (few ? " few" : "")}>${number(rate.mean, 2)}<small>${plusMinus(rate)}</small></h2>
    <p><b>${t("me_lost")}</b> ${few ? t("me_too_few", {n: rate.decisions}) : html`${past ? t("me_past", {name: past.name}) : ""} ${beside.length ? t("me_beside", {names: list(beside), n: beside.length}) : ""}`} ${t("me_what_counts")}
      ${figures.waiting > 0 ? t("mistakes_waiting", {n: figures.waiting}) : ""}</p></div>`;
}

// ---- by game and rules ----

function Interval({rate, most}) {
  const at = value => `${(100 * Math.min(value, most) / most).toFixed(1)}%`, high = rate.high ?? most;
  return html`<div class=${"iv" + (rate.decisions < FEW ? " few" : "")} aria-hidden="true"><i style=${{left: at(rate.low), right: `calc(100% - ${at(high)})`}}></i><b style=${{left: at(rate.mean)}}></b></div>`;
}

function Row({name, rate, most, part}) {
  const few = rate.decisions < FEW;
  return html`<tr class=${part ? "part" : ""}><th scope="row"><b>${name}</b><small>${t("me_decisions", {n: rate.decisions, count: number(rate.decisions, 0)})}</small></th>
    <td class="plot"><${Interval} rate=${rate} most=${most}/></td>
    <td class="n">${few ? html`<small>${t("me_few")}</small>` : html`<b>${number(rate.mean, 2)}</b> <small>${plusMinus(rate)}</small>`}</td></tr>`;
}

function Groups({figures}) {
  const enough = figures.groups.filter(group => group.rate.decisions >= FEW).map(group => group.rate.high);
  const most = Math.max(0.2, Math.ceil(10 * 1.1 * Math.max(0, ...(enough.length ? enough : figures.groups.map(group => group.rate.mean * 1.6)))) / 10);
  const phases = group => group.name === figures.group && Object.keys(group.phases).length > 1 ? Object.entries(group.phases).sort(([, a], [, b]) => b.decisions - a.decisions) : [];
  return html`<table class="rl"><thead><tr><th scope="col">${t("rules")}</th><td class="scale" aria-hidden="true"><span>0</span><span>${number(most, 1)}</span></td><td></td></tr></thead>
    <tbody>${figures.groups.map(group => html`<${Row} key=${group.name} name=${groupName(group)} rate=${group.rate} most=${most}/>
      ${phases(group).map(([phase, rate]) => html`<${Row} key=${group.name + phase} name=${t("me_phase_" + phase.replace("-", "_"))} rate=${rate} most=${most} part/>`)}`)}</tbody></table>
    <p class="src">${t("me_judge_note")}</p>`;
}

// ---- kinds of mistakes ----

function Kinds({figures, pick}) {
  if (!figures.kinds.length) return html`<p class="quiet">${t("me_no_kinds")}</p>`;
  return html`<div class="kinds">${figures.kinds.map(each => html`<${Kind} key=${each.kind} kind=${each} pick=${pick}/>`)}</div>
    ${figures.kinds.some(each => each.chosen.length) && html`<p class="src">${t("me_cards_mean")}</p>`}`;
}

/** The last time: what was played, and what would have been better. */
function Last({kind: {chosen, better}}) {
  if (!chosen.length) return null;
  const tiles = cards => cards.map(card => html`<${Tile} key=${card} card=${card} mini/>`), names = cards => cards.map(cardName).join(", ");
  const label = t("me_last_time", {chosen: names(chosen), better: names(better)});
  return html`<span class="tiles" role="img" aria-label=${label} title=${label}>${tiles(chosen)}<span aria-hidden="true">→</span>${tiles(better)}</span>`;
}

function Kind({kind, pick}) {
  const tallest = Math.max(1, ...kind.bars), width = 74 / kind.bars.length, trend = t("me_trend_" + kind.trend);
  return html`<article class="kind"><div class="t"><h3>${t("kind_" + kind.kind)}</h3><${Last} kind=${kind}/></div>
    <p>${t("kind_" + kind.kind + "_about")}</p>
    <div class="f"><span>${kind.reach === null ? t("me_few") : html`<b>${number(kind.cost)} ± ${number(kind.reach)}</b> ${t("me_a_time")}`}</span>
      <svg class="spark" viewBox="0 0 74 22" role="img" aria-label=${t("me_bars", {list: kind.bars.join(", ")})}>${kind.bars.map((count, i) => html`<rect key=${i} class=${i === kind.bars.length - 1 ? "last" : ""}
        x=${(i * width + 1).toFixed(1)} width=${(width - 3).toFixed(1)} y=${(21 - 19 * count / tallest).toFixed(1)} height=${Math.max(1, 19 * count / tallest).toFixed(1)} rx="1.5"/>`)}</svg></div>
    <div class="f"><span class="mut">${trend}</span><button class="link" onClick=${() => { pick(kind.kind); document.getElementById("hands-title")?.scrollIntoView(); }}>${t("me_hands", {n: kind.hands})}</button></div></article>`;
}
