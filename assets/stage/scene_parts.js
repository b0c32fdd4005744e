// Small drawings of the tower view that depend on the round: the tray's shelves, wires, slanted lines, scribbled notes.
// Knows the layout and the view, keeps nothing.

/** A line that looks drawn: a slight bow instead of a ruler's edge. */
function sceneStroke(x1, y1, x2, y2, bow = 1.5) {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(-(y2 - y1) / length) * bow, ((x2 - x1) / length) * bow];
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${(mx + nx).toFixed(1)} ${(my + ny).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

/** The tray: a shelf under each row, its left end behind the machine, its right end on a post. */
function sceneShelves(layout) {
  const { left, right, posts } = layout.tray;
  const levels = [...new Set(layout.columns.map((column) => column.shelf))].filter((shelf) => shelf !== null);
  const top = Math.max(...levels) + 9;
  const legs = (layout.tray.floor - top > 14 ? posts : []).map((x) => svg("path", { class: "scene-post", d: `M${x - 4} ${top}L${x - 6} ${layout.tray.floor}L${x + 6} ${layout.tray.floor}L${x + 4} ${top}Z` }));
  return legs.concat(levels.map((y) =>
    svg(
      "g",
      { class: "scene-shelf" },
      svg("path", { d: `M${left} ${y}Q${(left + right) / 2} ${y + 1.5} ${right} ${y}L${right + 1} ${y + 9}Q${(left + right) / 2} ${y + 10.5} ${left} ${y + 9}Z` }),
      svg("path", { class: "scene-shelf-shade", d: `M${left} ${y + 5.5}Q${(left + right) / 2} ${y + 7} ${right} ${y + 5.5}L${right} ${y + 8.5}Q${(left + right) / 2} ${y + 10} ${left} ${y + 8.5}Z` }),
    ),
  ));
}

/** The outlet: a brass lip over each word that is fed, so that one can see how many prints one haul will give. */
function sceneLips(layout, view) {
  if (view.round < 0) return [];
  return layout.columns.slice(0, view.slips.length + 1).map(({ x, width, hook }) => {
    const [a, b] = [x + width * 0.1, x + width * 0.9];
    return svg("path", { class: "scene-lip", d: `M${a} ${hook - 7}Q${(a + b) / 2} ${hook - 9} ${b} ${hook - 7}L${b - 4} ${hook + 1}Q${(a + b) / 2} ${hook + 3} ${a + 4} ${hook + 1}Z` });
  });
}

/** A token's text; the sign for its leading space is set small, so that it costs no room. */
function sceneWord(node, text) {
  if (node.dataset.text === text) return;
  node.dataset.text = text;
  const lead = text.length > 1 && text.startsWith("␣");
  node.replaceChildren(...(lead ? [element("span.scene-blank", {}, "␣"), text.slice(1)] : [text]));
}

/** Print c hangs in column c. Its lines go to every slip that it judges, or to the bonus place. */
function sceneJoints(layout, view) {
  const chain = view.slips.every((slip) => slip.parent === slip.index - 1);
  return view.prints
    .filter((print) => print.state !== "hidden" && layout.columns[print.index])
    .map((print) => {
      const from = layout.columns[print.index];
      const x = from.x + from.width / 2;
      const wire = from.width * 0.3;
      const group = svg("g", { class: "scene-joint", "data-fate": sceneFate(view, print, null), "data-print": print.index });
      group.append(
        svg("path", { class: "scene-wire", d: sceneStroke(x - wire, from.hook, x - wire, from.plate.y + 2, 0.6) }),
        svg("path", { class: "scene-wire", d: sceneStroke(x + wire, from.hook, x + wire, from.plate.y + 2, -0.6) }),
      );
      const judged = view.slips.filter((slip) => slip.parent === print.index - 1);
      const last = view.slips.length > 0 && (chain || view.emitted?.print === print.index);
      for (const slip of judged.length ? judged : last ? [null] : []) {
        const fate = sceneFate(view, print, slip);
        const to = layout.columns[(slip?.index ?? view.slips.length) + 1];
        group.append(svg("g", { class: "scene-slant", "data-fate": fate }, ...sceneSlant(from, to, SCENE_SIGNS[fate])));
      }
      return group;
    });
}

/** What became of a print: of the check of a slip, or of its own word where it judges none. */
function sceneFate(view, print, slip) {
  if (print.state === "unused") return "unused";
  if (!slip) return print.judges === null && print.state === "used" ? "bonus" : "waiting";
  return fateOf(view, slip);
}

/** Signs drawn as strokes around (0, 0). */
const SCENE_SIGNS = {
  same: "M-4 -2H4M-4 2H4",
  different: "M-4 -2H4M-4 2H4M3 -5L-3 5",
  passed: "M-4 0L-1 3L4 -3.5",
  returned: "M-3 -3L3 3M3 -3L-3 3",
  bonus: "M-4 0H4M0 -4V4",
};

function sceneSign(sign, x, y) {
  if (!sign) return [];
  return [svg("g", { class: "scene-sign", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, svg("circle", { r: 8 }), svg("path", { d: sign }))];
}

function sceneSlant(from, to, sign) {
  const start = [from.x + from.width / 2, from.plate.y + from.plate.height];
  const end = [to.x + to.width / 2, to.slip.y - 3];
  const dot = svg("circle", { cx: start[0], cy: start[1], r: 3.4 });
  if (from.row === to.row) {
    const middle = sceneSign(sign, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
    return [svg("path", { class: "scene-line", d: sceneStroke(...start, ...end) }), sceneTip(...start, ...end), dot, ...middle];
  }
  // the next row: the line leaves at the right edge and comes in again at the left one
  const out = [from.x + from.width + 6, from.slip.y - 14];
  const back = [to.x - 4, to.plate.y + to.plate.height + 6];
  return [
    svg("path", { class: "scene-line", d: sceneStroke(...start, ...out) }),
    svg("path", { class: "scene-line", d: sceneStroke(...back, ...end, -1.5) }),
    sceneTip(...back, ...end),
    dot,
    ...sceneSign(sign, (back[0] + end[0]) / 2, (back[1] + end[1]) / 2),
  ];
}

function sceneTip(x1, y1, x2, y2) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const side = (turn) => `${(x2 - 9 * Math.cos(angle + turn)).toFixed(1)} ${(y2 - 9 * Math.sin(angle + turn)).toFixed(1)}`;
  return svg("path", { class: "scene-tip", d: `M${side(0.45)}L${x2.toFixed(1)} ${y2.toFixed(1)}L${side(-0.45)}Z` });
}

/** One margin note: a scribble whose hand differs a little from note to note. */
function sceneScribble(kind, number) {
  const wave = (i) => 3 + ((number * 7 + i * 5) % 5) * 0.9;
  let d = "M2 6";
  for (let i = 0; i < 4; i++) d += `q${2.6 + (number + i) % 2} ${-wave(i)} ${5} 0t${4 - (i % 2)} 0`;
  const end = 26 + ((number * 13) % 9);
  const drawing = svg("svg", { viewBox: "0 0 40 12", class: "scene-note", "data-kind": kind }, svg("path", { d, pathLength: 40, "stroke-dasharray": `${end} 40` }));
  if (kind === "wiped") drawing.append(svg("path", { class: "scene-strike", d: "M1 9L38 3" }));
  return drawing;
}
