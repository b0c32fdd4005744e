// The trial of one slip: the slip, the line from 0 to 1 with what lets it stay, u falling on it, the stamp.

const LINE = { left: 18, right: 282, y: 178 };

function createTrial(host) {
  const board = svg("svg.trial", { viewBox: "0 0 300 226", "aria-hidden": "true" }, patterns("trial"));
  const body = svg("g");
  board.append(body);
  host.append(board);

  /** word and its p, q, accept; u, kept; show: {slip, fall, stamp} each 0..1 */
  function paint({ word, p, q, accept, u, kept, show, text }) {
    const x = (value) => LINE.left + value * (LINE.right - LINE.left);
    const nodes = [show.slip > 0 ? slip(word, show.slip) : svg("path.blank-slip", { d: SHEET, transform: "translate(92 56) rotate(-3)" })];
    nodes.push(...line(accept, x, text, show.slip > 0));
    if (show.slip > 0) nodes.push(svg("text.note", { x: 150, y: LINE.y + 44, "text-anchor": "middle" }, measure({ p, q, accept, text })));
    if (show.fall > 0) {
      const y = 92 + (LINE.y - 9 - 92) * bounce(show.fall);
      nodes.push(svg("path.plumb", { d: `M${x(u)} ${y} V${LINE.y}` }), svg("circle.ball", { cx: x(u), cy: y, r: 8, "data-kept": kept }));
      if (show.fall >= 1) nodes.push(svg("text.note.strong", { x: clamp(x(u), 40, 260), y: LINE.y - 24, "text-anchor": "middle" }, fill(text.u, { u: decimal(u) })));
    }
    if (show.stamp > 0) nodes.push(seal(kept ? "pass" : "back", kept ? text.pass : text.back, 226, 52, show.stamp));
    body.replaceChildren(...nodes);
  }

  function line(accept, x, text, known) {
    if (!known) return [svg("path.axis", { d: `M${x(0)} ${LINE.y} H${x(1)}` }), ...ends(x)];
    const nodes = [];
    if (accept > 0) nodes.push(svg("rect.zone-pass", { x: x(0), y: LINE.y - 6, width: x(accept) - x(0), height: 12 }));
    if (accept < 1) nodes.push(svg("rect.zone-back", { x: x(accept), y: LINE.y - 6, width: x(1) - x(accept), height: 12, fill: "url(#trial-returned)" }));
    nodes.push(svg("path.gate", { d: `M${x(accept)} ${LINE.y - 14} V${LINE.y + 14}` }));
    const zones = [[0, accept, text.zone_pass], [accept, 1, text.zone_back]];
    for (const [from, to, name] of zones) {
      if (x(to) - x(from) > widthOf(name, 12) + 34) nodes.push(svg("text.note", { x: x((from + to) / 2), y: LINE.y + 24, "text-anchor": "middle" }, name));
    }
    return [...nodes, ...ends(x)];
  }

  const ends = (x) => [0, 1].map((end) => svg("text.note", { x: x(end), y: LINE.y + 24, "text-anchor": "middle" }, String(end)));

  return { paint };
}

/** Where the gate comes from: the ratio p/q, or the rule's own measure. */
function measure({ p, q, accept, text }) {
  const values = { p: percent(p), q: percent(q), accept: decimal(accept) };
  if (q > 0 && Math.abs(accept - Math.min(1, p / q)) < 1e-9) return fill(p < q ? text.ratio : text.ratio_full, values);
  return fill(text.below, values);
}

const SHEET = "M-72 -34 L66 -34 L74 -26 L74 34 L-72 34 Z";

/** A paper slip, a little askew. */
function slip(word, s) {
  const size = clamp(150 / Math.max(1, widthOf(word, 1)), 16, 34);
  return svg("g.slip", { transform: `translate(${92 - 70 * (1 - ease(s))} 56) rotate(${-3 - 9 * (1 - s)})`, opacity: s },
    svg("path.paper", { d: SHEET }), svg("path.fold", { d: "M66 -34 L66 -26 L74 -26" }),
    svg("text.on-slip", { x: 0, y: size * 0.36, "text-anchor": "middle", "font-size": size }, word));
}

/** A verdict pressed on paper: round for passed, square for returned, six-sided for refilled; as wide as its word. */
function seal(kind, word, x, y, s) {
  const size = [...word].length > 2 ? 15 : 34;
  const half = Math.max(31, widthOf(word, size) * 0.58 + 11);
  const tall = size === 15 ? 22 : 31;
  const shapes = {
    pass: svg("rect.edge", { x: -half, y: -tall, width: 2 * half, height: 2 * tall, rx: tall }),
    back: svg("rect.edge", { x: -half, y: -tall, width: 2 * half, height: 2 * tall, rx: 2 }),
    refill: svg("path.edge", { d: `M${-half - 10} 0 L${-half + 8} ${-tall} H${half - 8} L${half + 10} 0 L${half - 8} ${tall} H${-half + 8} Z` }),
  };
  return svg("g.seal", { "data-kind": kind, transform: `translate(${x} ${y}) rotate(-9) scale(${1 + 0.9 * (1 - ease(s))})`, opacity: clamp(s * 2, 0, 1) },
    shapes[kind], svg("text.on-seal", { y: size * 0.36, "text-anchor": "middle", style: `font-size:${size}px` }, word));
}

function bounce(s) {
  if (s < 0.6) return (s / 0.6) ** 2;
  const after = (s - 0.6) / 0.4;
  return 1 - 0.22 * Math.sin(Math.PI * after) * (1 - after * 0.6);
}
