// The current round as a tree on the desk: a column a level, from the last written word to the tips. At each word its
// slip and, to the right of it, the print that came after it; a bough leads from that print to each slip that it judges.
// On a narrow desk the same words are an outline, each child below its parent. A painter: everything is in the view.

const NARROW_LEVEL = 168; // below this many pixels a level the tree is turned into an outline
const SHALLOW = 6; // levels that an outline indents; deeper ones stand below each other

function createGrove(host, words, onSelect) {
  const lines = svg("svg", { class: "joints", "aria-hidden": "true" });
  const grid = element("div.grove-grid");
  const grove = element("div.grove", { role: "group", "aria-label": words.bench.label, hidden: true }, lines, grid);
  host.append(grove);
  const columns = []; // 0: the last written word; then one a slip
  let view = null;

  function twig(c) {
    if (columns[c]) return columns[c];
    const slip = element("button.slip", { type: "button" }, element("span.slip-word"), element("span.slip-q"));
    slip.onclick = () => onSelect(c - 1);
    const seal = element("span.seal-place");
    const print = element("button.print", { type: "button" }, element("span.print-word"), element("span.print-prob"), element("span.seal-place"));
    print.onclick = () => onSelect(Number(print.dataset.opens));
    const node = element("div.twig", {}, element("div.slip-holder", {}, slip, seal), print);
    grid.append(node);
    return (columns[c] = { node, slip, seal, print });
  }

  function paintSlip({ slip: paper, seal }, slip) {
    paintPaper(paper, slip, words, numbersOf(slip));
    paintSeal(seal, slip.verdict, words);
  }

  /** Before the stamp how likely the draft found it, after it what was left of p and the draw. */
  function numbersOf({ draft, verdict, state }) {
    if (state === "torn" || !verdict || draft.u === null) return fill(words.bench.q, { q: probability(draft.q_raw ?? draft.q) });
    return fill(words.bench.left, { left: probability(draft.accept), u: probability(draft.u) });
  }

  function paintPrint({ print: plate }, print) {
    const visible = Boolean(print) && print.state !== "hidden";
    const own = Boolean(print?.kind) && print.kind !== "check";
    const known = visible && print.text !== "";
    setData(plate, "state", print?.state ?? "hidden");
    setData(plate, "kind", print?.kind);
    setData(plate, "unknown", visible && !known);
    setData(plate, "long", known && print.text.length > 7);
    plate.disabled = !known || (!own && !print.children.length);
    plate.dataset.opens = String(own || !print?.children.length ? -1 : print.children[0]);
    plate.tabIndex = own ? 0 : -1;
    setAria(plate, !known);
    setToken(plate.children[0], known ? print.text : "");
    const p = print && (view.greedy ? (print.raw ?? print.prob) : print.prob);
    setText(plate.children[1], known && p !== null ? fill(words.bench.p, { p: probability(p) }) : "");
    paintSeal(plate.lastChild, own && print.kind !== "plain" ? print.kind : null, words);
  }

  function layout() {
    if (!view || grove.hidden || !grove.clientWidth) return;
    const outline = grove.clientWidth / (view.tree.levels + 1) < NARROW_LEVEL;
    setData(grove, "flow", outline ? "outline" : "levels");
    grid.style.setProperty("--levels", String(view.tree.levels + 1));
    grid.style.setProperty("--rows", String(outline ? view.k + 1 : view.tree.rows));
    const { places } = treePlaces(view.slips);
    places.forEach(({ depth, row, order }, c) => {
      const { node } = columns[c];
      node.style.setProperty("--column", String(outline ? 1 : depth + 1));
      node.style.setProperty("--row", String((outline ? order : row) + 1));
      node.style.setProperty("--depth", String(Math.min(depth, SHALLOW)));
    });
    drawBoughs(outline);
  }

  function drawBoughs(outline) {
    const box = grove.getBoundingClientRect();
    lines.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    const shown = view.slips.filter((slip) => slip.state !== "hidden");
    // the kept path last: it lies over the others
    const sorted = [...shown].sort((a, b) => (a.verdict === "accepted") - (b.verdict === "accepted"));
    lines.replaceChildren(...sorted.map((slip) => bough(slip, box, outline)));
  }

  function bough(slip, box, outline) {
    const to = columns[slip.index + 1].slip.getBoundingClientRect();
    const parent = columns[slip.parent + 1];
    const from = (outline ? parent.slip : parent.print).getBoundingClientRect();
    const [x2, y2] = [to.left - box.left - 1, to.top + to.height / 2 - box.top];
    const [x1, y1] = outline
      ? [from.left + 9 - box.left, from.bottom - box.top]
      : [from.right - box.left, from.top + from.height / 2 - box.top];
    const middle = (x1 + x2) / 2;
    const d = outline ? `M${x1} ${y1}V${y2 - 5}Q${x1} ${y2} ${x1 + 5} ${y2}H${x2}` : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
    return svg("g", { class: "joint", "data-fate": fateOf(view, slip), "data-slip": slip.index }, svg("path", { class: "bough", d }));
  }

  return {
    node: grove,
    layout,
    columns,
    lines,
    ownOf: ({ print }) => columns[print].print,
    paint(next) {
      view = next;
      setData(grove, "greedy", view.greedy);
      const count = view.slips.length + 1;
      for (let c = 0; c < Math.max(count, columns.length); c++) {
        const part = twig(c);
        part.node.hidden = c >= count;
        if (c >= count) continue;
        if (c) paintSlip(part, view.slips[c - 1]);
        else paintLast(part.slip, view, words);
        paintPrint(part, view.prints[c] ?? null);
      }
      layout();
    },
  };
}

/** A level is laid at once, all prints fall at once, stamps come one by one, torn twigs drop together. */
function animateGrove(grove, view, speed) {
  const t = (ms) => ms / speed;
  const { fresh } = view;
  fresh.slips.forEach((i, nth) => {
    move(grove.columns[i + 1].slip, [{ transform: "translateX(-1.6em) rotate(-4deg)", opacity: 0 }, {}], t(380), { delay: t(40 * nth) });
  });
  if (fresh.prints) {
    for (const { print, node } of grove.columns) {
      if (!node.hidden) move(print, [{ transform: "translateY(-.8em) scaleY(.7)", opacity: 0 }, {}], t(380));
    }
  }
  for (const i of fresh.stamped) {
    const { seal, slip } = grove.columns[i + 1];
    const torn = view.slips[i].state === "torn";
    if (torn) move(slip, [{ transform: "none" }, { transform: "translateY(.7em) rotate(-5deg)", opacity: 0.6 }, {}], t(600));
    press(seal, t);
  }
  if (fresh.emitted && view.emitted) press(grove.ownOf(view.emitted).lastChild, t, 200);
}
