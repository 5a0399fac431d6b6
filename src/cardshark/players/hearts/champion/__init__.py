"""The champion's search at Hearts: worlds that explain what was played, and the likely cards tried in them by the policy."""
