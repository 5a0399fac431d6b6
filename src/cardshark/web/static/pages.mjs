// The pages beside lobby, table and review: how each is loaded, and what it asks the server for when it opens. Its address begins with its name.
// A page is a component `Page` that gets everything the server said last (`said`), by the kind of message.
export const PAGES = {
  mistakes: {load: () => import("./mistakes/page.mjs"), ask: () => ({do: "mistakes"})},
  me: {load: () => import("./me/page.mjs"), ask: () => ({do: "figures"})},
};

/** Commands whose answer is a table, to which the page then goes. */
export const OPENING = ["create", "again"];
