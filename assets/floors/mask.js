// Floor 3: who sees whom in one pass. Rows: the last written word and the slips. Hover, focus or tap a row.

function header(word, slip, language) {
  return element("th", { scope: "col" }, element(`div.head-word${slip ? ".is-slip" : ""}`, { lang: language }, word));
}

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".tray");
  root.dataset.mode = data.mode;
  const { words, language } = data;
  const before = [...data.opening, ...data.written];
  const columns = [...before, ...data.slips];
  const rows = [data.written.at(-1), ...data.slips];
  const status = element("p.told", { role: "status" }, words.hint);
  const lines = rows.map((word, index) => {
    const seen = before.length + index; // columns that this row sees
    const button = element(`button.row-button${index ? ".is-slip" : ""}`, { type: "button", lang: language }, word);
    const cells = columns.map((_, column) => {
      const sees = column < seen;
      return element("td.cell", { "data-sees": sees }, element("span.sr", {}, sees ? words.yes : words.no));
    });
    const line = element("tr", {}, element("th", { scope: "row" }, button), ...cells,
      element("td.printed", {}, element("span.plate", { lang: language }, data.prints[index].text)));
    const show = () => {
      for (const other of lines) other.toggleAttribute("data-on", other === line);
      const hidden = columns.slice(seen);
      const values = { word, seen: columns.slice(0, seen).join(words.comma), hidden: hidden.join(words.comma), print: data.prints[index].text };
      say(status, fill(hidden.length ? words.told : words.told_all, values));
    };
    line.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    button.addEventListener("click", show);
    return line;
  });
  const head = element("tr", {}, element("td", {}), ...before.map((word) => header(word, false, language)),
    ...data.slips.map((word) => header(word, true, language)), element("th.printed", { scope: "col" }, words.prints));
  const table = element("table", { "aria-label": words.label }, element("thead", {}, head), element("tbody", {}, ...lines));
  root.replaceChildren(element("div.scroll", {}, table), status);
}
