// What no formatter sees: hidden and unused names, and the rules of the page that can be
// checked (CONTRIBUTING.md).

const CHANGES = "What changes belongs in the store.";
const atTop = (selector) => ({
  selector: `:matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration ${selector}`,
  message: CHANGES,
});
const forbidden = (group, message) => ({
  "no-restricted-imports": ["error", { patterns: [{ group, message }] }],
});
const INSTANCES = ["**/shared/page.js", "**/shared/requests.js"];

// Set in one place each, and read by name everywhere: the words and the storage.
const BY_NAME = ["**/shared/{language,storage}.js"];

export default [
  { ignores: ["**/vendor/", "**/*.d.ts"] },
  {
    rules: {
      "no-shadow": "error",
      "no-unused-vars": "error",
      eqeqeq: "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["noughts/page/web/**/*.js"],
    ignores: ["**/shared/commands.js", ...BY_NAME],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "Program > VariableDeclaration[kind='let']", message: CHANGES },
        atTop(
          "> VariableDeclarator > NewExpression[callee.name=/^(Map|Set|WeakMap)$/]",
        ),
        atTop("> VariableDeclarator > ArrayExpression[elements.length=0]"),
        {
          selector: "NewExpression[callee.name='AbortController']",
          message: "Only commands own one.",
        },
      ],
    },
  },
  {
    files: [
      "noughts/page/web/*/{view,values,engine,report}.js",
      "noughts/page/web/drawing/*.js",
    ],
    rules: forbidden(INSTANCES, "A view reads only its props."),
  },
  {
    files: ["noughts/page/web/**/state.js"],
    rules: forbidden(
      [...INSTANCES, "**/actions.js", "**/view.js", "**/drawing/**"],
      "A state is plain data.",
    ),
  },
];
