// Somebody on the network asks to come in: who, which card their screen shows, yes or no.
import {html, useEffect, useRef, t, cardName, Face} from "../base.mjs";
import {Portrait} from "../cast.mjs";
import {sheetIsOpen} from "../settings.mjs";

/** Whoever waits longest; Y lets them in. */
export function Ask({asking: [guest, ...others], send, announce}) {
  const answer = yes => send({do: "letin", guest: guest.guest, yes});
  const now = useRef(answer);
  now.current = answer;
  useEffect(() => announce(t("says_asks", {name: guest.name, card: guest.card})), [guest.guest]);
  useEffect(() => {
    const press = event => {
      if (event.key.toLowerCase() !== "y" || event.repeat || event.ctrlKey || event.metaKey || sheetIsOpen() || event.target.closest?.("input,select,textarea")) return;
      event.preventDefault();
      now.current(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return html`<div class="asks" role="group" aria-label=${t("asks", {name: guest.name})}><div class="askr"><${Portrait} who=${guest.face}/>
      <div><b>${t("asks", {name: guest.name})}</b><small>${t("asks_card", {name: guest.name})}${others.length > 0 && " " + t("asks_more", {n: others.length})}</small></div>
      <span class=${"card " + guest.card[1]} role="img" aria-label=${cardName(guest.card)}><${Face} card=${guest.card}/></span></div>
    <div class="yesno"><button class="btn main" onClick=${() => answer(true)}>${t("let_in")} <kbd>Y</kbd></button><button class="btn" onClick=${() => answer(false)}>${t("refuse")}</button></div></div>`;
}
