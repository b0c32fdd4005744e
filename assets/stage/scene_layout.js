// Where everything stands in the tower: two compositions, a wide one and a tall one for phones. Pure functions;
// knows no DOM and no view. Lengths are in the units of the drawing; `unit` turns them into pixels.

const SCENE_TURN = 640; // below this many pixels the tall composition is used
const SCENE_WIDE = { width: 1100, height: 598, perRow: 8 };
const SCENE_TALL = { width: 390, top: 206, row: 124, foot: 352 };

/** How many columns stand in one row: as many as leave room for a word. */
function scenePerRow(tall, count) {
  if (!tall) return count <= SCENE_WIDE.perRow ? count : Math.ceil(count / 2);
  return Math.ceil(count / Math.ceil(count / 4));
}

/**
 * Column c holds the word before print c: the last written word, then the slips; one more column is the bonus place.
 * Rows wrap like text. Each column: {x, width, plate: {y, height}, slip: {y, height}, row}.
 */
function sceneColumns(count, perRow, { left, right, rowOf }) {
  const step = (right - left) / Math.max(perRow, 3);
  const width = Math.min(step - 8, 132);
  const pitch = Math.min(step, 148);
  return Array.from({ length: count }, (_, c) => {
    const row = Math.floor(c / perRow);
    return { ...rowOf(row), row, width, x: left + (c % perRow) * pitch + (pitch - width) / 2, pitch };
  });
}

function sceneWide(count) {
  const perRow = scenePerRow(false, count);
  const rows = Math.ceil(count / perRow);
  const one = () => ({ hook: 92, plate: { y: 128, height: 46 }, slip: { y: 220, height: 58 }, shelf: 280 });
  const two = (row) => ({
    hook: row ? 208 : 92,
    plate: { y: 101 + row * 115, height: 32 },
    slip: { y: 152 + row * 115, height: 48 },
    shelf: 200 + row * 115,
  });
  return {
    name: "wide",
    size: rows > 1 ? 17 : 20,
    ...SCENE_WIDE,
    rows,
    pieces: [{ art: "room_wide", x: 0, y: 0, width: 1100, height: 598 }],
    columns: sceneColumns(count, perRow, { left: 444, right: 1062, rowOf: rows > 1 ? two : one }),
    tray: { left: 372, right: 1064, posts: [752, 1040], floor: 329 },
    oracle: { x: 200, y: 42, width: 216, height: 291 },
    shaft: { x: 36, y: 136, width: 150, height: 452 },
    drum: { x: 76, y: 136, size: 72 },
    tome: { x: 51, width: 120, dock: 168, rest: 456 },
    counter: { x: 118, y: 112, width: 64 },
    mogu: { x: 250, y: 346, width: 154, height: 164 },
    desk: { x: 440, y: 452 },
    book: { x: 646, y: 386, width: 336, height: 136, pages: 2, fold: 40, size: 19 },
    notes: { x: 1019, y: 384, width: 38, height: 150, lines: 9 },
  };
}

function sceneTall(count) {
  const perRow = scenePerRow(true, count);
  const rows = Math.ceil(count / perRow);
  const { width, top, row, foot } = SCENE_TALL;
  const floor = top + rows * row;
  const rowOf = (r) => ({
    hook: top + r * row - 6,
    plate: { y: top + r * row + 8, height: 32 },
    slip: { y: top + r * row + 64, height: 50 },
    shelf: top + r * row + 114,
  });
  const walls = Array.from({ length: rows }, (_, r) => ({ art: "room_tall_row", x: 0, y: top + r * row, width, height: row }));
  return {
    name: "tall",
    size: 15,
    width,
    height: floor + foot,
    rows,
    pieces: [
      ...walls,
      { art: "room_tall_top", x: 0, y: 0, width, height: top },
      { art: "room_tall_foot", x: 0, y: floor, width, height: foot },
    ],
    columns: sceneColumns(count, perRow, { left: 82, right: 382, rowOf }),
    tray: { left: 80, right: 382 },
    oracle: { x: 96, y: 34, width: 118, height: 159 },
    shaft: { x: 12, y: 92, width: 56, height: floor + foot - 92 - 28 },
    drum: { x: 25, y: 93, size: 32 },
    tome: { x: 13, width: 54, dock: 116, rest: floor + foot - 90 },
    counter: { x: 268, y: 92, width: 84 },
    mogu: { x: 84, y: floor + 14, width: 116, height: 124 },
    desk: { x: 236, y: floor + 96 },
    book: { x: 121, y: floor + 174, width: 198, height: 122, pages: 1, fold: 0, size: 16 },
    notes: { x: 342, y: floor + 178, width: 34, height: 118, lines: 7 },
  };
}

/** The composition for a host of `pixels` width and a tray with `slips` places for slips. */
function sceneLayout(pixels, slips) {
  const count = slips + 2;
  const layout = pixels < SCENE_TURN ? sceneTall(count) : sceneWide(count);
  return { ...layout, unit: pixels / layout.width };
}
