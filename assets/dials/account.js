// The exact account as a table: texts from Python, nothing computed here. Wide tables scroll inside their own frame.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".root");
  const cells = (tag, row) => row.map((text, i) => (i === 0 ? element("th", { scope: "row" }, text) : element(tag, {}, text)));
  const head = element("tr", {}, ...data.columns.map((name) => element("th", { scope: "col" }, name)));
  const body = data.rows.map((row, r) => {
    const line = element("tr", { "data-sum": r === data.rows.length - 1 }, ...cells("td", row));
    if (row.at(-1) !== "0") line.lastChild.dataset.off = "";
    return line;
  });
  const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
  root.replaceChildren(element("div.frame", { tabindex: 0, role: "region", "aria-label": data.label }, table));
}
