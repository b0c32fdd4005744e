// The trial of one slip: the slip, the line from 0 to 1 with what lets it stay, u falling on it, the stamp.

const LINE = { left: 18, right: 282, y: 178 };

function createTrial(host) {
  const board = svg("svg.trial", { viewBox: "0 0 300 226", "aria-hidden": "true" }, patterns("trial"));
  const body = svg("g");
  board.append(body);
  host.append(board);

  /** word, accept, u, kept; show: {slip, fall, stamp} each 0..1 */
  function paint({ word, accept, u, kept, show, text }) {
    const x = (value) => LINE.left + value * (LINE.right - LINE.left);
    const nodes = [];
    if (show.slip > 0) nodes.push(slip(word, show.slip));
    nodes.push(...line(accept, x, text, show.slip > 0));
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
    nodes.push(svg("text.note", { x: 150, y: LINE.y + 44, "text-anchor": "middle" }, fill(text.below, { accept: decimal(accept) })));
    return [...nodes, ...ends(x)];
  }

  const ends = (x) => [0, 1].map((end) => svg("text.note", { x: x(end), y: LINE.y + 24, "text-anchor": "middle" }, String(end)));

  return { paint };
}

/** A paper slip, a little askew. */
function slip(word, s) {
  const size = clamp(150 / Math.max(1, widthOf(word, 1)), 16, 34);
  return svg("g.slip", { transform: `translate(${92 - 70 * (1 - ease(s))} 56) rotate(${-3 - 9 * (1 - s)})`, opacity: s },
    svg("path.paper", { d: "M-72 -34 L66 -34 L74 -26 L74 34 L-72 34 Z" }), svg("path.fold", { d: "M66 -34 L66 -26 L74 -26" }),
    svg("text.on-slip", { x: 0, y: size * 0.36, "text-anchor": "middle", "font-size": size }, word));
}

/** A verdict pressed on paper: round for passed, square for returned, six-sided for refilled. */
function seal(kind, word, x, y, s) {
  const shapes = {
    pass: svg("circle.edge", { r: 33 }),
    back: svg("rect.edge", { x: -30, y: -30, width: 60, height: 60, rx: 3 }),
    refill: svg("path.edge", { d: "M-36 0 L-18 -31 L18 -31 L36 0 L18 31 L-18 31 Z" }),
  };
  const size = clamp(50 / Math.max(1, widthOf(word, 1)), 9.5, 34);
  return svg("g.seal", { "data-kind": kind, transform: `translate(${x} ${y}) rotate(-9) scale(${1 + 0.9 * (1 - ease(s))})`, opacity: clamp(s * 2, 0, 1) },
    shapes[kind], svg("text.on-seal", { y: size * 0.36, "text-anchor": "middle", "font-size": size }, word));
}

function bounce(s) {
  if (s < 0.6) return (s / 0.6) ** 2;
  const after = (s - 0.6) / 0.4;
  return 1 - 0.22 * Math.sin(Math.PI * after) * (1 - after * 0.6);
}
