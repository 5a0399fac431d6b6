// Dates, halves and links, as the pages of the daily eight and the club evening write them.
import {getLanguage, number, t} from "../base.mjs";

const locale = () => getLanguage() === "en" ? "en-GB" : getLanguage();
/** A day of the calendar, at noon, so that no clock of any country makes it another. */
export const asDate = day => new Date(`${day}T12:00:00`);
export const longDate = day => asDate(day).toLocaleDateString(locale(), {weekday: "long", day: "numeric", month: "long"});
export const shortDate = day => asDate(day).toLocaleDateString(locale(), {day: "numeric", month: "long"});
/** The day of a moment that the server wrote down, where this computer stands. */
export const momentDate = when => new Date(`${when.replace(" ", "T")}Z`).toLocaleDateString(locale(), {day: "numeric", month: "long"});
export const monthName = (date, year) => date.toLocaleDateString(locale(), year ? {month: "long", year: "numeric"} : {month: "long"});
export const weekday = date => date.toLocaleDateString(locale(), {weekday: "short"}).slice(0, 2);
/** "152½": equals count half. */
export const half = (value = 0) => `${value === 0.5 ? "" : number(Math.floor(value), 0)}${value % 1 ? "½" : ""}`;
export const follow = (go, to) => ({href: to, onClick: event => { event.preventDefault(); go(to); }});
/** A text with something drawn in one of its gaps. */
export function within(key, gap, drawn, args = {}) {
  const [before, after = ""] = t(key, {...args, [gap]: "\u0000"}).split("\u0000");
  return [before, drawn, after];
}
