// The club evening: who takes part, who is next at this computer, and the sheet.
import {html, useEffect, t, say} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {sheetIsOpen} from "../settings.mjs";
import {Plain} from "../notices.mjs";
import {follow, momentDate} from "../daily/words.mjs";
import {Setup, Evenings} from "./setup.mjs";
import {Sheet, nameOf, faceOf} from "./sheet.mjs";

const AGAIN = 1000; // milliseconds after which the page asks how far the bots are

export function Page({here, said, send, go, settings, announce}) {
  const page = said.clubpage, evening = page?.evening ?? null;
  useEffect(() => { if (evening && !here.id) go(`/club/${evening.name}`); }, [evening?.name, here.id]);
  if (here.id && !evening && said.trouble) return html`<${Plain} title=${t("trouble")} text=${say(said.trouble.words)}>
    <p><a class="btn" ...${follow(go, "/club")}>${t("club_all")}</a></p><//>`;
  if (here.id) return html`<${EveningPage} evening=${evening?.name === here.id ? evening : null} send=${send} go=${go} settings=${settings} announce=${announce}/>`;
  return html`<main id="main" class="club"><div class="top"><div><h1>${t("club_title")}</h1><p>${t("club_about")}</p></div></div>
    <div class="grid"><${Setup} cast=${page?.cast} send=${send}/>
      <div class="colr"><section class="pan"><h2>${t("club_fair_title")}</h2><p class="quiet">${t("club_fair")}</p></section><${Evenings} page=${page} go=${go}/></div></div></main>`;
}

/** Ask again while bots play. */
function useFresh(evening, send) {
  useEffect(() => {
    if (!evening?.playing) return undefined;
    const timer = setTimeout(() => send({do: "club", evening: evening.name}), AGAIN);
    return () => clearTimeout(timer);
  }, [evening]);
}

function EveningPage({evening, send, go, settings, announce}) {
  const turn = evening?.turn, sit = turn ? () => send({do: "playclub", evening: evening.name}) : null;
  useFresh(evening, send);
  useEffect(() => { if (turn) announce(t("club_next", {name: turn.name, n: turn.board + 1})); }, [turn?.board, turn?.entrant]);
  useEffect(() => {
    const press = event => {
      if (event.key !== "Enter" || event.repeat || !settings.keys || sheetIsOpen() || event.target.closest?.("a,button,input,select,summary")) return;
      sit?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const date = evening ? momentDate(evening.when) : "";
  return html`<main id="main" class="club"><div class="top"><div><h1>${evening ? t("club_of", {date}) : t("club_title")}</h1>
      ${evening && html`<p>${t("club_against", {names: evening.others.join(", ")})} ${t("club_fair")}</p>`}</div>
      <div class="act"><a class="btn" ...${follow(go, "/club")}>${t("club_all")}</a>
        ${evening?.done > 0 && html`<button class="btn" onClick=${() => print()}>${t("club_print")}</button>`}</div></div>
    <${Now} evening=${evening} sit=${sit}/>
    ${evening && html`<${Sheet} evening=${evening} go=${go}/>`}</main>`;
}

/** Who is next; or who has won. */
function Now({evening, sit}) {
  if (!evening) return html`<section class="felt next"><i class="grey"></i></section>`;
  const {turn, rows} = evening;
  if (turn) return html`<section class="felt next" aria-label=${t("club_next", {name: turn.name, n: turn.board + 1})}><${Portrait} who=${faceOf(rows.find(row => row.place === turn.entrant))}/>
    <div><h2>${t("club_next", {name: turn.name, n: turn.board + 1})}</h2><p>${t(turn.begun ? "club_going_text" : "club_next_text", {name: turn.name})} ${t("club_pass_" + turn.passing)}</p></div>
    <button class="btn main big" onClick=${sit}>${t("club_play", {name: turn.name})} <kbd>Enter</kbd></button></section>`;
  if (evening.done < evening.boards) return html`<section class="felt next"><div><h2>${t("club_bots_play")}</h2></div></section>`;
  const best = rows.filter(row => row.rank === 1), names = best.map(row => nameOf(row.entrant)).join(", ");
  return html`<section class="felt next">${best.slice(0, 3).map(row => html`<${Portrait} who=${faceOf(row)}/>`)}
    <div><h2>${t("club_finished", {names, n: best.length})}</h2><p>${t("club_finished_text", {total: best[0].total})}</p></div></section>`;
}
