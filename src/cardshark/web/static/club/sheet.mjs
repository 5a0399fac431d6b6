// The sheet of an evening: what everybody paid on every board, ranks, and how much better than the others on the same cards. It prints on A4.
import {html, t, number} from "../base.mjs";
import {PEOPLE, Portrait, GUESTS} from "../cast.mjs";
import {follow} from "../daily/words.mjs";

/** How somebody is called on the sheet. */
export const nameOf = ({name, who}) => who ? PEOPLE[who].name : name;
/** The face of somebody: that of the cast, or one of a guest, by the place on the list. */
export const faceOf = ({entrant, place}) => entrant.who || GUESTS[place % GUESTS.length];

const signed = (value, digits = 2) => `${value < 0 ? "−" : "+"}${number(Math.abs(value), digits)}`;

export function Sheet({evening, go}) {
  const boards = Array.from({length: evening.boards}, (_, n) => n);
  const least = boards.map(n => Math.min(...evening.rows.map(row => row.cells[n].points ?? Infinity)));
  const few = evening.done > 0 && evening.rows.every(row => row.error === null);
  return html`<section class="pan scores"><div class="hd"><h2>${t("club_sheet")}</h2><small>${t("club_sheet_about")}</small></div>
    <div class="wide" role="region" tabindex="0" aria-label=${t("club_sheet")}><table><thead><tr><th scope="col">${t("club_rank")}</th><th scope="col" class="l">${t("club_name")}</th>
      ${boards.map(n => html`<th key=${n} scope="col"><span aria-hidden="true">${n + 1}</span><span class="sr">${t("club_board", {n: n + 1})}</span></th>`)}
      <th scope="col">${t("club_total")}</th><th scope="col" title=${t("club_better_long")}>${t("club_better")}</th></tr></thead>
      <tbody>${evening.rows.map(row => html`<tr key=${nameOf(row.entrant)} class=${row.rank === 1 && evening.done ? "first" : ""}><td>${row.rank || ""}</td>
        <th scope="row" class="l"><span class="w"><${Portrait} who=${faceOf(row)}/>${nameOf(row.entrant)}</span></th>
        ${row.cells.map((cell, n) => html`<td key=${n}><${Cell} cell=${cell} least=${least[n]} n=${n} name=${nameOf(row.entrant)} go=${go}/></td>`)}
        <td><b>${evening.done ? row.total : ""}</b></td><td class="nb">${row.better === null ? "" : html`${signed(row.better)}${row.error !== null && html` <small>± ${number(row.error, 2)}</small>`}`}</td></tr>`)}</tbody></table></div>
    <p class="quiet">${t("club_better_long")}. ${few && t("club_better_few")}</p></section>`;
}

/** What somebody paid; before everybody has played, only whether it is played. */
function Cell({cell, least, n, name, go}) {
  if (cell.points === null) return html`<span class="yet" aria-hidden="true">${cell.done ? "✓" : "·"}</span><span class="sr">${t(cell.done ? "club_played" : "club_to_come")}</span>`;
  const best = cell.points === least, shown = html`<span class=${best ? "best" : ""}>${cell.points}${best && html`<span class="sr">, ${t("club_best")}</span>`}</span>`;
  return cell.hand ? html`<a ...${follow(go, `/review/${cell.hand}`)} title=${t("club_review", {name, n: n + 1, points: cell.points})}>${shown}</a>` : shown;
}
