// The numbers behind one slip, or behind the Oracle's own word. Shows only what the frame already tells: nothing before
// its print is out, no verdict before its stamp. Every figure is the trace's; none is computed anew but the ratio.

function figureRow(name, value) {
  return element("div", {}, element("dt", {}, name), element("dd", {}, probability(value)));
}

/** A line from 0 to 1, shaded up to the acceptance threshold, with the draw on it. */
function drawLine(say, accept, u) {
  const [w, h, x0] = [400, 74, 10];
  const at = (value) => x0 + value * (w - 2 * x0);
  const label = fill(u === null ? say.draw_label_waiting : say.draw_label, { accept: probability(accept), u: probability(u) });
  const drawing = svg("svg", { viewBox: `0 0 ${w} ${h}`, class: "draw-line", role: "img", "aria-label": label });
  const text = (x, y, words, cls, anchor = "middle") => {
    const node = svg("text", { x, y, class: cls, "text-anchor": anchor });
    node.textContent = words;
    return node;
  };
  drawing.append(
    svg("rect", { x: at(0), y: 30, width: Math.max(0, at(accept) - at(0)), height: 16, class: "zone-pass" }),
    svg("rect", { x: at(accept), y: 30, width: Math.max(0, at(1) - at(accept)), height: 16, class: "zone-back" }),
  );
  for (let x = at(accept) + 8; x < at(1) + 10; x += 8) {
    drawing.append(svg("line", { x1: Math.min(x, at(1)), y1: 30, x2: Math.max(at(accept), x - 12), y2: 46, class: "zone-hatch" }));
  }
  drawing.append(svg("line", { x1: at(accept), y1: 24, x2: at(accept), y2: 52, class: "threshold" }));
  if (accept > 0.12) drawing.append(text((at(0) + at(accept)) / 2, 42, say.zone_pass, "zone-word"));
  if (accept < 0.88) drawing.append(text((at(accept) + at(1)) / 2, 42, say.zone_back, "zone-word"));
  const far = accept > 0.06 && accept < 0.94;
  drawing.append(text(at(0), 66, "0", "tick"), text(at(1), 66, "1", "tick"));
  if (far) drawing.append(text(at(accept), 66, probability(accept), "tick strong"));
  if (u !== null && u !== undefined) {
    drawing.append(
      svg("path", { d: `M${at(u)} 29l-6 -9h12z`, class: "marker" }),
      svg("line", { x1: at(u), y1: 29, x2: at(u), y2: 48, class: "marker-line" }),
      text(Math.max(34, Math.min(w - 34, at(u))), 14, `u = ${probability(u)}`, "tick strong"),
    );
  }
  return drawing;
}

function equality(say, view, slip) {
  const print = view.prints[slip.parent + 1];
  const same = slip.draft.verdict === "accepted";
  return element(
    "div.equality",
    {},
    element("p", {}, say.equal_title),
    element(
      "p.equal-row",
      {},
      element("span.equal-side", {}, element("small", {}, say.equal_mogu), setToken(element("span.chip.chip-paper"), slip.text)),
      element("span.equal-sign", { "data-same": same }, same ? "=" : "≠", element("small", {}, same ? say.equal_yes : say.equal_no)),
      element("span.equal-side", {}, element("small", {}, say.equal_oracle), setToken(element("span.chip.chip-copper"), print?.top?.text ?? "")),
    ),
  );
}

/** Paired bars: the words that either dial likes best, likeliest first. `mark` {id, text, q, p} is always among them. */
function dialBars(say, qTop, pTop, mark) {
  const byId = new Map();
  const put = (list, side) => {
    for (const [id, text, prob] of list ?? []) byId.set(id, { ...(byId.get(id) ?? { id, text }), [side]: prob });
  };
  put(qTop, "q");
  put(pTop, "p");
  const rows = [...byId.values()].sort((a, b) => Math.max(b.p ?? 0, b.q ?? 0) - Math.max(a.p ?? 0, a.q ?? 0)).slice(0, 10);
  if (mark && !rows.some((row) => row.id === mark.id)) rows.push(mark);
  const table = element("table.dials");
  const sides = [qTop && ["q", say.bars_mogu], pTop && ["p", say.bars_oracle]].filter(Boolean);
  table.append(element("thead", {}, element("tr", {}, element("td"), ...sides.map(([side, name]) => element("th", { scope: "col", "data-side": side }, name)))));
  const body = element("tbody");
  for (const row of rows) {
    const bars = sides.map(([side]) => {
      const value = row[side];
      const bar = element("span.dial-bar", { "data-side": side, "data-none": value === undefined });
      bar.style.setProperty("--size", String(value ?? 0));
      return element("td", {}, element("span.dial-cell", {}, bar, element("span.dial-number", {}, value === undefined ? "–" : probability(value))));
    });
    const line = element("tr", {}, setToken(element("th", { scope: "row" }), row.text), ...bars);
    if (row.id === mark?.id) setData(line, "marked", true);
    body.append(line);
  }
  table.append(body);
  return table;
}

function createInspector(host, words, { onClose }) {
  const say = words.inspector;
  let basis = "warped";

  /** `marks` = [after the warp, before it]: the word in question with its own probabilities. */
  function barsBlock(title, tops, raws, marks) {
    const block = element("div.bars", {}, element("h3", {}, title));
    const hasRaw = raws.some((list) => list?.length);
    const raw = hasRaw && basis === "raw";
    if (hasRaw) {
      const choice = element("div.basis", { role: "group", "aria-label": say.bars_choice });
      for (const [name, label] of [["raw", say.bars_raw], ["warped", say.bars_warped]]) {
        const node = element("button.choice", { type: "button", "aria-pressed": String(basis === name) }, label);
        node.onclick = () => {
          basis = name;
          block.replaceWith(barsBlock(title, tops, raws, marks));
          host.querySelector(`.basis [aria-pressed="true"]`)?.focus();
        };
        choice.append(node);
      }
      block.append(choice);
    }
    block.append(dialBars(say, ...(raw ? raws : tops), marks[raw ? 1 : 0]), element("p.small", {}, say.bars_other));
    return block;
  }

  /** A slip of a tree is certain: what is left of p is p without the word, for the next sibling or the word written. */
  function residualBlock(list, drawn, tree) {
    const table = dialBars({ ...say, bars_oracle: tree ? say.bars_left : "p - q" }, null, list, drawn && list.some(([id]) => id === drawn) ? { id: drawn } : null);
    return element("div.bars", {}, element("h3", {}, tree ? say.left_title : say.residual_title), table);
  }

  function untestedOf(view, slip) {
    if (slip.draft.verdict === "cut") return say.untested_cut;
    const kept = slip.elders.some((index) => view.slips[index].draft.verdict === "accepted");
    return kept ? say.untested_sibling : say.untested;
  }

  function eldersOf(view, slip) {
    const texts = slip.elders.map((index) => fill(say.quoted, { text: spoken(view.slips[index].text) })).join(say.and);
    return fill(view.greedy ? say.elders_greedy : say.elders, { texts, p: probability(slip.draft.p), left: probability(slip.draft.accept) });
  }

  function slipParts(view, slip) {
    const { draft } = slip;
    const printed = view.prints[slip.parent + 1]?.state !== "hidden";
    const judged = slip.verdict !== null;
    const tested = judged && draft.accept !== null;
    const torn = slip.state === "torn";
    let verdict = say.pending;
    if (tested) verdict = slipSentence(words, view, slip);
    else if (torn) verdict = untestedOf(view, slip);
    else if (printed) verdict = say.printed;
    const numbers = element("dl.figures");
    const raw = draft.q_raw !== null && draft.q_raw !== undefined && Math.abs(draft.q_raw - draft.q) > 1e-9;
    numbers.append(figureRow(view.tree ? say.q_tree : say.q, draft.q));
    if (raw) numbers.append(figureRow(view.tree ? say.q_dial : say.q_raw, draft.q_raw));
    if (printed) {
      numbers.append(figureRow(say.p, draft.p));
      if (raw && draft.p_raw !== null && draft.p_raw !== undefined) numbers.append(figureRow(say.p_raw, draft.p_raw));
    }
    if (draft.draft_u !== null && draft.draft_u !== undefined) numbers.append(figureRow(say.draft_u, draft.draft_u));
    const ratioCounts = tested && !view.greedy;
    if (ratioCounts) {
      if (slip.elders.length) numbers.append(figureRow(say.left, draft.accept));
      else numbers.append(figureRow(say.ratio, draft.q > 0 ? draft.p / draft.q : Infinity), figureRow(say.accept, draft.accept));
      if (draft.u !== null) numbers.append(figureRow(say.u, draft.u));
      if (draft.overlap !== null && draft.overlap !== undefined) numbers.append(figureRow(say.overlap, draft.overlap));
    }
    const left = element("div.inspect-main", {}, element("p.verdict", {}, verdict));
    if (tested && slip.elders.length) left.append(element("p.small", {}, eldersOf(view, slip)));
    if (ratioCounts) left.append(element("h3", {}, say.draw_title), drawLine(say, draft.accept, draft.u));
    if (tested && view.greedy) left.append(equality(say, view, slip));
    left.append(numbers);
    const pTop = printed ? draft.p_top : null;
    const { id, text } = draft;
    const known = (value) => (printed ? (value ?? undefined) : undefined);
    const marks = [{ id, text, q: draft.q, p: known(draft.p) }, { id, text, q: draft.q_raw ?? undefined, p: known(draft.p_raw ?? draft.p) }];
    const raws = [draft.q_raw_top, printed ? (draft.p_raw_top ?? (view.tree ? pTop : null)) : null];
    const parts = [left, barsBlock(say.bars_title, [draft.q_top, pTop], raws, marks)];
    const drawn = view.emitted?.state !== "hidden" && view.emitted?.kind === "residual" ? view.emitted.id : null;
    if (draft.verdict === "rejected" && judged && draft.residual_top && !view.greedy) parts.push(residualBlock(draft.residual_top, drawn, view.tree));
    return parts;
  }

  function ownParts(view) {
    const own = view.emitted;
    const key = own.kind === "bonus" && view.greedy ? "own_bonus_greedy" : `own_${own.kind}`;
    const numbers = element("dl.figures", {}, figureRow(say.p, own.p));
    if (own.p_raw !== null && own.p_raw !== undefined && Math.abs(own.p_raw - own.p) > 1e-9) numbers.append(figureRow(say.p_raw, own.p_raw));
    if (own.u !== null && own.u !== undefined) numbers.append(figureRow(say.u, own.u));
    const parts = [
      element("div.inspect-main", {}, element("p.verdict", {}, (view.tree && say[`${key}_tree`]) || say[key]), numbers),
      barsBlock(say.bars_print, [null, own.p_top], [null, own.p_raw_top], [
        { id: own.id, text: own.text, p: own.p },
        { id: own.id, text: own.text, p: own.p_raw ?? undefined },
      ]),
    ];
    const source = view.slips.findLast((slip) => slip.draft.verdict === "rejected");
    if (own.kind === "residual" && source?.draft.residual_top) parts.push(residualBlock(source.draft.residual_top, own.id, view.tree));
    return parts;
  }

  const titleOf = (view, chosen) =>
    chosen.slip < 0
      ? fill(say.title_own, { round: String(chosen.round + 1) })
      : fill(say.title, { n: String(chosen.slip + 1), round: String(chosen.round + 1) });

  return {
    /** `chosen` = {round, slip}; slip -1 is the Oracle's own word. The view must be of that round. */
    show(view, chosen) {
      const slip = view.slips[chosen.slip];
      const own = chosen.slip < 0 && view.emitted && view.emitted.state !== "hidden";
      if (!own && (!slip || slip.state === "hidden")) return this.hide();
      if ((view.greedy || view.tree) && host.hidden) basis = "raw";
      const text = own ? view.emitted.text : slip.text;
      const kind = own ? view.emitted.kind : slip.verdict;
      const close = button("close", say.close, onClose);
      const title = element("h2", { tabindex: "-1" }, titleOf(view, chosen), setToken(element(`span.chip.chip-${own ? "copper" : "paper"}`), text));
      const head = element("div.inspect-head", {}, title, ...(kind ? [sealOf(kind, words.seals[kind])] : []), close);
      host.setAttribute("aria-label", say.label);
      host.hidden = false;
      host.replaceChildren(head, element("div.inspect-body", {}, ...(own ? ownParts(view) : slipParts(view, slip))));
      return true;
    },
    hide() {
      host.hidden = true;
      host.replaceChildren();
      return false;
    },
    focus: () => host.querySelector("h2")?.focus({ preventScroll: true }),
  };
}
