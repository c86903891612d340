// Sentences: a table of them, with blanks that are filled by name, {square}, and at most
// two forms, `one|many`. The tables are those of noughts/words.

/** A speaker of one language: say(name, what fills the blanks), list, count. */
export function speaker(language, table) {
  const counts = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: "compact" });
  const shares = new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const text = (value) => (typeof value === "number" ? counts.format(value) : value);

  function say(name, given = {}) {
    const forms = (table[name] ?? name).split("|");
    const form = (given.n ?? 1) === 1 ? forms[0] : forms.at(-1);
    return form.replace(/\{(\w+)\}/g, (blank, field) => text(given[field]) ?? blank);
  }

  const list = (items) =>
    items.length < 2
      ? items.join("")
      : `${items.slice(0, -1).join(", ")} ${table["list.and"]} ${items.at(-1)}`;

  /** What the judge is at: "the rules", "winner again", or "winner awaited". */
  function step(what) {
    const name = `check.step.${what.replaceAll(" ", "_")}`;
    if (name in table) return say(name);
    const [called, more] = what.split(" ");
    return what && say(`check.step.${more}`, { function: called });
  }

  return {
    language,
    say,
    list,
    step,
    has: (name) => name in table,
    count: (n) => counts.format(n),
    decimal: (value, digits) =>
      value.toLocaleString(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
    percent: (share) => shares.format(share),
    shortCount: (n) => short.format(n),
  };
}
