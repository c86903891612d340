"use strict";
{
  const table = document.querySelector(".sortable");
  const body = table.tBodies[0];
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
    [...table.tHead.rows[0].cells].forEach((head, n) => {
      if (n === column) head.ariaSort = descending ? "descending" : "ascending";
      else head.removeAttribute("aria-sort");
    });
  };

  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.onclick = () => sort(column, head.ariaSort === "ascending");
    head.replaceChildren(button);
  });

  const search = document.getElementById("search");
  const output = document.querySelector("output");
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word));
      shown += !row.hidden;
    }
    output.textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  search.addEventListener("input", filter);
  search.closest("p").hidden = false;
}
