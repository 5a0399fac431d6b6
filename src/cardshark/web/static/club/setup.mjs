// A new evening: who takes part, who sits at every table, how many boards; and the evenings that there are.
import {html, useState, useRef, useEffect, t} from "../base.mjs";
import {Portrait, GUESTS} from "../cast.mjs";
import {Pick} from "../settings.mjs";
import {follow, momentDate} from "../daily/words.mjs";

const MOST = 8, FEWEST = 2, BOARDS = [4, 8, 12, 16];
const USUAL = {entrants: [{name: "", who: ""}, {name: "", who: ""}], others: ["wilma", "jake", "nora"], boards: 8};

function remembered() {
  try { return {...USUAL, ...JSON.parse(localStorage.getItem("club") || "{}")}; } catch { return USUAL; }
}

export function Setup({cast, send}) {
  const [form, set] = useState(remembered), list = useRef(), grown = useRef(0);
  const change = some => set(old => ({...old, ...some})), {entrants} = form;
  useEffect(() => { if (grown.current) list.current.querySelectorAll("input,select")[grown.current - 1]?.focus(); grown.current = 0; }, [entrants.length]);
  const put = (n, some) => change({entrants: entrants.map((each, i) => i === n ? {...each, ...some} : each)});
  const add = entrant => { grown.current = entrants.length + 1; change({entrants: [...entrants, entrant]}); };
  const spare = () => cast.find(({who}) => !entrants.some(each => each.who === who))?.who ?? "pim";
  const start = event => {
    event.preventDefault();
    localStorage.setItem("club", JSON.stringify(form));
    send({do: "openclub", ...form});
  };
  return html`<form class="pan setup" onSubmit=${start}><h2>${t("club_new")}</h2>
    <fieldset ref=${list}><legend>${t("club_entrants")}</legend>
      ${entrants.map((entrant, n) => html`<div class="row" key=${n}><${Portrait} who=${entrant.who || GUESTS[n % GUESTS.length]}/>
        ${entrant.who ? html`<${Who} label=${t("club_bot", {n: n + 1})} cast=${cast} value=${entrant.who} pick=${who => put(n, {who})}/>`
          : html`<input type="text" maxlength="24" required aria-label=${t("club_person", {n: n + 1})} placeholder=${t("club_name_hint")} value=${entrant.name} onInput=${event => put(n, {name: event.target.value})}/>`}
        <button type="button" class="btn icon" disabled=${entrants.length <= FEWEST} aria-label=${entrant.name ? t("club_remove", {name: entrant.name}) : t("club_remove_row", {n: n + 1})}
          onClick=${() => change({entrants: entrants.filter((_, i) => i !== n)})}>×</button></div>`)}
      <p class="more"><button type="button" class="btn" disabled=${entrants.length >= MOST} onClick=${() => add({name: "", who: ""})}>${t("club_add_person")}</button>
        <button type="button" class="btn" disabled=${entrants.length >= MOST || !cast} onClick=${() => add({name: "", who: spare()})}>${t("club_add_bot")}</button></p></fieldset>
    <fieldset><legend>${t("club_others")}</legend><div class="others">
      ${form.others.map((other, n) => html`<div class="row" key=${n}><${Portrait} who=${other}/><${Who} label=${t("club_other", {n: n + 1})} cast=${cast} value=${other}
        pick=${who => change({others: form.others.map((each, i) => i === n ? who : each)})}/></div>`)}</div></fieldset>
    <fieldset><legend>${t("club_boards")}</legend>
      <${Pick} label=${t("club_boards")} name="boards" shown=${false} value=${form.boards} options=${BOARDS.map(n => [n, String(n)])} onPick=${boards => change({boards})}/></fieldset>
    <button class="btn main big" disabled=${!cast}>${t("club_start")}</button></form>`;
}

/** Somebody of the cast, by name and level. */
const Who = ({label, cast, value, pick}) => html`<select aria-label=${label} value=${value} onChange=${event => pick(event.target.value)}>
  ${(cast ?? []).map(({who, name, level}) => html`<option key=${who} value=${who} selected=${who === value}>${name} · ${t("level_" + level)}</option>`)}</select>`;

export function Evenings({page, go}) {
  if (!page) return html`<section class="pan"><h2>${t("club_evenings")}</h2><i class="grey"></i></section>`;
  return html`<section class="pan"><h2>${t("club_evenings")}</h2>${page.evenings.length === 0 ? html`<p class="quiet">${t("club_none")}</p>`
    : html`<ul class="list">${page.evenings.map(each => html`<li key=${each.name}><span class="what"><b>${each.entrants.join(", ")}</b>
        <small>${momentDate(each.when)} · ${each.done === each.boards ? t("club_over") : t("club_line", {done: each.done, of: each.boards})}</small></span>
        <a class="btn" ...${follow(go, `/club/${each.name}`)}>${t(each.done === each.boards ? "club_open" : "club_go_on")}<span class="sr">: ${each.entrants.join(", ")}</span></a></li>`)}</ul>`}</section>`;
}
