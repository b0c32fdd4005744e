// A dial that is spun: slices as wide as the law, a pointer at the top. Painted for any angle; knows no luck.

const RADIUS = 92;
const SHADES = [58, 30, 44, 20, 52, 26, 38, 16];

function createWheel(host, hue) {
  const slices = svg("g");
  const labels = svg("g");
  const rim = svg("g", {}, svg("circle.rim", { r: RADIUS + 5 }),
    ...Array.from({ length: 36 }, (_, i) => svg("path.tooth", { d: `M0 ${-RADIUS - 5} v-5`, transform: `rotate(${i * 10})` })));
  const board = svg("svg.wheel", { viewBox: "-112 -118 224 230", "data-hue": hue, "aria-hidden": "true" },
    rim, slices, labels, svg("circle.hub", { r: 11 }), svg("circle.axle", { r: 3.5 }), svg("path.pointer", { d: "M-9 -116 H9 L0 -88 Z" }));
  host.append(board);

  /** angle: turns; winner: the word under the pointer once it stands, else null. */
  function paint({ law, words, angle, winner = null, awake = true }) {
    let from = 0;
    const parts = law.map((share, i) => ({ i, share, from: (from += share) - share }));
    board.dataset.awake = String(awake);
    rim.setAttribute("transform", `rotate(${angle * 360})`);
    slices.replaceChildren(...parts.filter((part) => part.share > 1e-6).map((part) =>
      svg("path.slice", { d: slicePath(part.from + angle, part.share), style: `--shade:${SHADES[part.i % SHADES.length]}%`, "data-winner": winner === part.i })));
    labels.replaceChildren(...parts.filter((part) => part.share > 0.045).map((part) => {
      const turn = (part.from + part.share / 2 + angle) * 2 * Math.PI;
      const size = clamp((part.share * 250) / Math.max(1, widthOf(words[part.i], 1)), 9, 21);
      const reach = part.share > 0.995 ? 40 : 60;
      return svg("text.on-slice", { x: reach * Math.sin(turn), y: -reach * Math.cos(turn) + size * 0.35, "text-anchor": "middle", "font-size": size, "data-winner": winner === part.i }, words[part.i]);
    }));
  }

  return { paint };
}

function slicePath(from, share) {
  if (share > 0.99999) return `M0 ${-RADIUS} A${RADIUS} ${RADIUS} 0 1 1 -0.01 ${-RADIUS} Z`;
  const at = (turn) => `${RADIUS * Math.sin(turn * 2 * Math.PI)} ${-RADIUS * Math.cos(turn * 2 * Math.PI)}`;
  return `M0 0 L${at(from)} A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${at(from + share)} Z`;
}

/** The angle that brings u under the pointer, at time s of a spin that began at `before`: forward, `turns` times round. */
function spinning(before, u, s, turns) {
  const rest = (((-u - before) % 1) + 1) % 1;
  return before + (turns + rest) * (1 - (1 - s) ** 3);
}
