// The people of the lab: their faces, names and levels. Everybody else has the face of a bot, or that of a guest.
import {html, t} from "./base.mjs";

/** From the weakest to the strongest: name, and the key of the level's text. */
export const PEOPLE = {
  pim: {name: "Pim", level: "first_evening"}, lotte: {name: "Lotte", level: "beginner"}, wilma: {name: "Wilma", level: "casual"},
  jake: {name: "Jake", level: "regular"}, emil: {name: "Emil", level: "strong"}, nora: {name: "Nora", level: "very_strong"},
  vera: {name: "Vera", level: "champion"},
};
export const GUESTS = ["guest1", "guest2", "guest3", "guest4", "guest5", "guest6"];

const COLOURS = { // behind each face, from the top left to the bottom right
  pim: "#8fb7e8,#3d5fa8", lotte: "#f0b07a,#b05a3c", wilma: "#e8c04a,#8f7a1f", jake: "#7fc4c0,#22666e", emil: "#6fb2ea,#2b4a9a",
  nora: "#b48af0,#5a2f9a", vera: "#ffd27a,#b0103a", you: "#fffdf7,#e3deef", bot: "#a5a1c8,#4a4670",
  guest1: "#9ad08c,#2f6b4a", guest2: "#ffc27a,#c06a1f", guest3: "#f2b5c4,#8f4a78", guest4: "#a7d8d3,#2f6f86",
  guest5: "#c7b6f2,#6a55a8", guest6: "#f3c98b,#a8643a",
};

/** A face, as large as its --s (40 px): somebody of the cast, "you", a guest; whoever else is a bot. Words beside it say who it is. */
export function Portrait({who, className = ""}) {
  const face = who in COLOURS ? who : "bot";
  return html`<svg class=${"pf " + className} data-who=${face} viewBox="0 0 64 64" aria-hidden="true"
    style=${{background: `linear-gradient(135deg,${COLOURS[face]})`}}><use href=${`/static/faces.svg#f_${face}`}/></svg>`;
}

/** The level of somebody of the cast, in words; empty for everybody else. */
export const levelOf = who => who in PEOPLE ? t("level_" + PEOPLE[who].level) : "";

/** Seven small steps, as many lit as the level is high. */
export const Steps = ({number}) => html`<span class="steps" aria-hidden="true">${[0, 1, 2, 3, 4, 5, 6].map(i => html`<i class=${i < number ? "on" : ""} style=${{"--i": i}}></i>`)}</span>`;
