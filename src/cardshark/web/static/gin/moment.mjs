// What a gin player looks at before a choice: facts of the position that the seat knew.
import {t} from "../base.mjs";

const title = ({phase, gin, seats}) => t("moment_gin_" + phase.replace("-", "_"), {name: seats[gin.knocker ?? 0].name});

function facts({gin, seats, you}) {
  const other = seats[1 - you];
  const held = other.known.map(card => ({card, text: t("moment_gin_took", {name: other.name, card})}));
  return [
    {pill: String(gin.deadwood), text: t(gin.limit ? "moment_gin_deadwood" : "moment_gin_only", {n: gin.deadwood, limit: gin.limit})},
    ...held.slice(-3),
    {pill: String(gin.stock), text: t("moment_gin_stock", {n: gin.stock})},
  ];
}

const note = () => t("gin_values_note");

export const moment = {title, facts, note};
