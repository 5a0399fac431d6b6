// The pages beside lobby, table and review: how each is loaded, and what it asks the server for when it opens. Its address begins with its name.
// A page is a component `Page` that gets everything the server said last (`said`), by the kind of message.
export const PAGES = {
  daily: {load: () => import("./daily/page.mjs"), ask: day => ({do: "daily", day})},
  teach: {load: () => import("./teach/page.mjs"), ask: table => table ? {do: "hello", table} : {do: "learn"}, table: true},
  family: {load: () => import("./family/page.mjs"), ask: () => ({do: "host", name: localStorage.getItem("family-name") ?? ""})},
  club: {load: () => import("./club/page.mjs"), ask: evening => ({do: "club", evening})},
  mistakes: {load: () => import("./mistakes/page.mjs"), ask: () => ({do: "mistakes"})},
  me: {load: () => import("./me/page.mjs"), ask: () => ({do: "figures"})},
};

/** Commands whose answer is a table, to which the page then goes. */
export const OPENING = ["create", "again", "playdaily", "playclub", "learn", "deal"];
/** Where a command opens its table, if not at the usual address. */
export const PLACES = {learn: "teach"};
