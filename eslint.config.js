// What no formatter sees: a name that hides another, or that nobody uses.

export default [
  { ignores: ["**/vendor/"] },
  { rules: { "no-shadow": "error", "no-unused-vars": "error" } },
];
