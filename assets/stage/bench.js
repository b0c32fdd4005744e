// The current round on the desk: Mogu's slips in a row, the Oracle's prints above them, a slanted line from each print
// to the slip that it judges, stamps, and the Oracle's own word. Knows only the view.
//
// Column 0 is the last written word, columns 1..k are the slips, the next one is the place for a bonus. Print j stands
// in column j (it was printed after that column's word) and judges the slip in column j + 1.

// What became of a line, as a sign on it: equal, not equal, check, cross, cross, plus.
const SIGNS = {
  same: "M-4 -2H4M-4 2H4",
  different: "M-4 -2H4M-4 2H4M3 -5L-3 5",
  passed: "M-4 0L-1 3L4 -4",
  returned: "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5",
  unused: "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5",
  bonus: "M-4.5 0H4.5M0 -4.5V4.5",
};
const NARROW_COLUMN = 76; // below this many pixels a column the desk is turned: rows instead of columns

/** Before the first round the places are already laid out, so that nothing moves when it begins. */
function bareDesk(k) {
  const blank = { text: "", raw: "", state: "hidden", verdict: null, draft: {} };
  return {
    slips: Array.from({ length: k }, (_, index) => ({ ...blank, index, parent: index - 1 })),
    prints: Array.from({ length: k + 1 }, (_, index) => ({ index, judges: index < k ? index : null, text: "", state: "hidden", kind: null })),
  };
}

function createBench(host, words, onSelect) {
  const lines = svg("svg", { class: "joints", "aria-hidden": "true" });
  const grid = element("div.bench-grid");
  const bench = element("div.bench", { role: "group", "aria-label": words.bench.label }, lines, grid);
  host.append(bench);
  const columns = [];
  let view = null;

  function column(c) {
    if (columns[c]) return columns[c];
    const print = element("button.print", { type: "button", tabindex: "-1" }, element("span.print-word"), element("span.print-prob"), element("span.print-of"), element("span.seal-place"));
    print.onclick = () => onSelect(Number(print.dataset.opens));
    const slip = element("button.slip", { type: "button" }, element("span.slip-word"), element("span.slip-q"));
    slip.onclick = () => onSelect(Number(slip.dataset.index));
    const numbers = element("p.numbers", {}, element("span"), element("span"));
    const seal = element("span.seal-place");
    const own = element("button.own-plate", { type: "button" }, element("span.own-word"), element("span.seal-place"));
    own.onclick = () => onSelect(-1);
    const slot = element("span.slot", { "aria-hidden": "true" }, words.bench.bonus);
    const desk = element("div.desk", {}, element("div.slip-holder", {}, slip, seal), numbers, own, slot);
    const printCell = element("div.print-cell", {}, print);
    grid.append(printCell, desk);
    columns[c] = { print, slip, numbers, seal, own, slot, desk, printCell };
    return columns[c];
  }

  function paintPrint(part, print, c) {
    part.printCell.hidden = !print;
    part.printCell.style.setProperty("--c", String(c));
    if (!print) return;
    const { print: plate } = part;
    setData(plate, "state", print.state);
    setData(plate, "kind", print.kind);
    const visible = print.state !== "hidden";
    plate.disabled = !visible;
    setAria(plate, !visible);
    const [word, prob, of, seal] = plate.children;
    setToken(word, visible ? print.text : "");
    const own = print.kind && print.kind !== "check";
    const p = view.greedy ? (print.raw ?? print.prob) : print.prob;
    plate.dataset.opens = String(own || print.judges === null ? -1 : print.judges);
    setText(prob, visible && p !== null ? fill(words.bench.p, { p: probability(p) }) : "");
    const other = visible && !view.greedy && !own && print.judges !== null && print.agrees === false;
    setText(of, other ? fill(words.bench.p_of, { p: probability(print.of) }) : "");
    setData(plate, "long", print.text.length > 7);
    paintSeal(seal, print.kind === "correction" || print.kind === "residual" ? print.kind : null, words);
  }

  function numbersOf(slip) {
    if (!slip.verdict) return ["", ""];
    if (slip.state === "torn") return [words.bench.untested, ""];
    const passed = slip.verdict === "accepted";
    if (view.greedy || slip.draft.u === null) return [passed ? words.bench.same : words.bench.different, ""];
    const ratio = slip.draft.q > 0 ? Math.min(1, slip.draft.p / slip.draft.q) : 1;
    const key = Math.abs(ratio - slip.draft.accept) > 1e-6 ? "accept" : "threshold";
    return [
      fill(words.bench[key], { accept: probability(key === "threshold" ? slip.draft.p / slip.draft.q : slip.draft.accept) }),
      fill(words.bench.draw, { u: probability(slip.draft.u) }),
    ];
  }

  function paintSlip({ slip: paper, seal, numbers }, slip) {
    const raw = view.greedy ? (slip.draft.q_raw ?? slip.draft.q) : slip.draft.q;
    paintPaper(paper, slip, words, fill(words.bench.q, { q: probability(raw) }));
    paintSeal(seal, slip.verdict, words);
    numbersOf(slip).forEach((text, i) => setText(numbers.children[i], text));
  }

  function paintDesk(c, count) {
    const part = column(c);
    const slip = view.slips[c - 1];
    const last = c === 0;
    const place = c === view.slips.length + 1;
    const { emitted } = view;
    const own = emitted && c === emitted.print + 1 && emitted.state !== "hidden";
    part.desk.hidden = c > count;
    part.desk.style.setProperty("--c", String(c));
    setData(part.desk, "role", last ? "last" : slip ? "slip" : place ? "place" : "spare");
    part.slip.parentElement.hidden = !slip && !last;
    part.numbers.hidden = !slip;
    part.own.hidden = !own;
    part.slot.hidden = !place || Boolean(own) || view.round < 0 || view.slips.length === 0;
    if (slip) paintSlip(part, slip);
    if (last) paintLast(part.slip, view, words);
    if (!own) return;
    setToken(part.own.firstChild, emitted.text);
    setData(part.own, "kind", emitted.kind);
    setData(part.own, "state", emitted.state);
    setData(part.own, "long", emitted.text.length > 7);
    part.own.setAttribute("aria-label", fill(words.bench.own_name, { text: spoken(emitted.text) }));
    paintSeal(part.own.lastChild, emitted.kind === "plain" ? null : emitted.kind, words);
  }

  function layout() {
    if (!view) return;
    const width = bench.clientWidth;
    const count = Number(bench.dataset.count);
    const rows = width / count < NARROW_COLUMN;
    setData(bench, "flow", rows ? "rows" : "columns");
    // In rows the Oracle's own word is its print; only then does a print need a tab stop of its own.
    for (const { print } of columns) print.tabIndex = rows && print.dataset.kind && print.dataset.kind !== "check" ? 0 : -1;
    drawJoints();
  }

  /** Lines are laid after the browser has placed the plates and slips. */
  function drawJoints() {
    const box = bench.getBoundingClientRect();
    if (!box.width) return;
    const rows = bench.dataset.flow === "rows";
    lines.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    const joints = view.prints
      .filter((print) => print.state !== "hidden")
      .map((print) => jointOf(print, box, rows))
      .filter(Boolean);
    lines.replaceChildren(...joints);
  }

  function jointOf(print, box, rows) {
    const from = columns[print.index]?.print.getBoundingClientRect();
    const c = print.judges === null ? view.slips.length + 1 : print.judges + 1;
    const part = columns[c];
    if (!from || !part) return null;
    const end = print.judges === null ? (part.own.hidden ? part.slot : part.own) : part.slip;
    if (end.hidden || end.parentElement.hidden) return null;
    const to = end.getBoundingClientRect();
    const points = rows
      ? [from.left - box.left, from.top + from.height / 2 - box.top, to.right - box.left + 3, to.top + to.height / 2 - box.top]
      : [from.left + from.width / 2 - box.left, from.bottom - box.top, to.left + to.width / 2 - box.left, to.top - box.top - 3];
    const [x1, y1, x2, y2] = points;
    const fate = jointFate(print);
    const group = svg("g", { class: "joint", "data-fate": fate, "data-print": print.index });
    group.append(svg("line", { x1, y1, x2, y2, pathLength: 1 }));
    const sign = SIGNS[fate];
    if (sign) {
      const place = svg("g", { transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})` });
      place.append(svg("circle", { r: 9 }), svg("path", { d: sign }));
      group.append(place);
    }
    return group;
  }

  function jointFate(print) {
    if (print.state === "unused") return "unused";
    if (print.judges === null) return print.kind === "bonus" ? "bonus" : "waiting";
    return fateOf(view, view.slips[print.judges]);
  }

  return {
    node: bench,
    layout,
    columns,
    lines,
    /** Where the Oracle's own word is seen: on a plate of its own, in rows on its print. */
    ownOf({ print }) {
      const plate = columns[print + 1].own;
      return plate.offsetParent === null ? columns[print].print : plate;
    },
    paint(next, k) {
      view = next.round < 0 ? { ...next, ...bareDesk(k) } : next;
      const count = Math.max(k, view.slips.length) + 2;
      bench.dataset.count = String(count);
      setData(bench, "greedy", view.greedy);
      setData(bench, "plain", k === 0);
      grid.style.setProperty("--count", String(count));
      for (let c = 0; c < Math.max(count, columns.length); c++) {
        paintPrint(column(c), view.prints[c] ?? null, c);
        paintDesk(c, count - 1);
      }
      layout();
    },
  };
}
