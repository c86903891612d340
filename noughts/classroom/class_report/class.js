"use strict";
{
  const table = document.querySelector(".sortable");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

  const compare = (a, b) =>
    "value" in a.dataset
      ? a.dataset.value - b.dataset.value
      : order.compare(a.textContent, b.textContent);

  const sort = (column, descending) => {
    const sign = descending ? -1 : 1;
    rows.sort((a, b) => sign * compare(a.cells[column], b.cells[column]));
    body.append(...rows);
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.onclick = () => sort(column, head.getAttribute("aria-sort") === "ascending");
    head.replaceChildren(button);
  });

  const search = document.getElementById("search");
  const output = document.querySelector("output");
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word));
      shown += !row.hidden;
    }
    output.textContent = words.length ? output.dataset.of.replace("#", shown) : "";
  });

  // Unfold the lists before printing; students' faults are on their own sheets.
  addEventListener("beforeprint", () => {
    const folds = document.querySelectorAll("section > details");
    for (const details of folds) details.open = true;
  });
}
