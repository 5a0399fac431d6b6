// The lobby: from the door to the cards in one click. The table that fits tonight, people to play with, rules in words, and what waits.
import {html, useEffect, useRef, t, say} from "../base.mjs";
import {GAMES} from "../games.mjs";
import {PAGES} from "../pages.mjs";
import {useChoice} from "./form.mjs";
import {Tonight, Welcome} from "./tonight.mjs";
import {People} from "./people.mjs";
import {RulesPart} from "./rules.mjs";
import {DailyPart, MistakesPart, Tables, More} from "./side.mjs";

const DOUBLE_CLICK = 1000; // milliseconds in which a second click deals nothing

export function Lobby({here, said, send, go, settings, announce}) {
  const {lobby, chosen} = said, choice = useChoice({here, lobby, chosen, send}), dealt = useRef(-DOUBLE_CLICK);
  const deal = event => {
    event?.preventDefault();
    if (choice.trouble) { announce(t("not_used", {why: say(choice.trouble)})); document.getElementById("house")?.focus(); return; }
    if (choice.refused) { announce(say(choice.refused)); choice.attempt(""); return; } // the chair keeps whom it has
    if (!choice.ready || performance.now() - dealt.current < DOUBLE_CLICK) return;
    dealt.current = performance.now();
    const {form, table, chairs} = choice, players = chairs.map(each => each.player);
    send({do: "create", game: form.game, rules: table.text, seats: form.mode === "watch" ? players : ["you", ...players], mode: form.mode, coach: form.coach});
  };
  useEffect(() => {
    if (location.hash === "#hands") go("/me#hands");
    else if (location.hash === "#watch") document.getElementById("rules")?.scrollIntoView({block: "nearest"});
  }, [here]);
  const first = lobby?.first && "teach" in PAGES && GAMES[choice.form.game].lobby.lesson && !choice.own && choice.form.mode !== "watch";
  return html`<main id="main" class="lobby"><div class="col">
      ${first ? html`<${Welcome} choice=${choice} deal=${deal} go=${go}/>` : html`<${Tonight} choice=${choice} deal=${deal} announce=${announce}/>`}
      <${People} choice=${choice} first=${first} announce=${announce}/>
      <${RulesPart} choice=${choice} chosen=${chosen}/></div>
    <div class="col side">${lobby?.daily && html`<${DailyPart} daily=${lobby.daily} go=${go}/>`}${lobby?.mistakes?.due > 0 && html`<${MistakesPart} due=${lobby.mistakes.due} go=${go}/>`}
      <${Tables} tables=${lobby?.tables ?? []} send=${send} go=${go} settings=${settings} announce=${announce}/><${More} go=${go} choose=${choice.change}/></div>
    <footer>cardshark ${lobby?.version} · ${t("footer")} · <a class="link" href="/lab/experiment">${t("challenge")}</a> · <a class="link" href="/lab/deals">${t("deals_fair")}</a></footer></main>`;
}
