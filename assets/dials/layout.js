// Where every mass of the proof picture stands: pure geometry, in pixels, for one moment `t` between 0 (what was sent
// back still sits on top of its own bar) and 1 (it has been written elsewhere). All bars have one width, so equal
// heights are equal areas, and a piece that is cut off in one place fits wherever there is room for it.

const EDGE = { left: 46, right: 12, top: 30 };
const LEAST = 4e-4; // below this a piece could not be seen

function gridOf(width, height, count) {
  const column = (width - EDGE.left - EDGE.right) / count;
  const bar = Math.min(118, column * (column < 60 ? 0.66 : 0.54));
  const floor = height - 78;
  return { width, height, column, bar, floor, tall: floor - EDGE.top, centre: (i) => EDGE.left + column * (i + 0.5) };
}

/** The top of the axis for these masses: some room above the highest, in tenths. */
function topFor(work) {
  const highest = Math.max(...work.p, ...work.q, ...work.drawn, ...work.law);
  return clamp(Math.ceil(highest * 11.2) / 10, 0.3, 1);
}

/** The pieces that were sent back: cut by where they go, each with where it starts and where it ends. */
function piecesOf(work) {
  const stacked = [...work.accepted];
  const landed = [...work.accepted];
  const pieces = [];
  work.flows.forEach((row, from) =>
    row.forEach((mass, to) => {
      if (mass < LEAST) return;
      pieces.push({ from, to, mass, start: stacked[from] });
      stacked[from] += mass;
    }),
  );
  for (const piece of [...pieces].sort((a, b) => a.to - b.to || a.from - b.from)) {
    piece.end = landed[piece.to];
    landed[piece.to] += piece.mass;
  }
  return pieces;
}

/** Piece `order` of `count` at time t: they leave one after another. */
function flight(t, order, count) {
  const wait = count > 1 ? (0.4 * order) / (count - 1) : 0;
  return ease(clamp((t - wait) / 0.6, 0, 1));
}

/** The box of a piece at its own time s. */
function pieceBox(piece, s, grid, top) {
  const scale = grid.tall / top;
  const [x0, x1] = [grid.centre(piece.from), grid.centre(piece.to)];
  const base = piece.start + (piece.end - piece.start) * s;
  const lift = Math.sin(Math.PI * s) * (26 + 0.06 * Math.abs(x1 - x0));
  const height = piece.mass * scale;
  return { x: x0 + (x1 - x0) * s - grid.bar / 2, y: grid.floor - base * scale - height - lift, width: grid.bar, height };
}

/** A row of spines along the top edge of a box: what the rule added that p does not have. */
function spines(x, y, width, size) {
  const count = Math.max(3, Math.round(width / 9));
  const step = width / count;
  let path = `M${x} ${y}`;
  for (let i = 0; i < count; i += 1) path += ` L${x + step * (i + 0.5)} ${y - size} L${x + step * (i + 1)} ${y}`;
  return path;
}

/** Roughly how wide a text is: enough to decide whether a label fits. */
function widthOf(text, size) {
  return [...text].reduce((total, letter) => total + (letter > "\u2e7f" ? size : size * 0.56), 0);
}
