// A tree on the tray of the tower: where its slips and plates stand, and the boughs between them. Pure functions over
// the view and the layout; the rest of the scene does not ask whether a round has branched.

const SCENE_FULL = 8; // slips below each other in one level of the wide composition; more stand in a second column

/** The layout of `sceneLayout` with the places of a tree instead of those of a chain. */
function sceneTreeLayout(pixels, view) {
  const slips = view.k ?? view.slips.length;
  const base = sceneLayout(pixels, pixels < SCENE_TURN ? Math.ceil(((slips + 1) * 32) / SCENE_TALL.row) * 4 - 2 : 0);
  const columns = base.name === "tall" ? sceneOutline(view) : sceneLevels(view);
  return { ...base, columns, size: base.name === "tall" ? 14 : 15, tree: true };
}

/** Level by level from left to right; a level of more than SCENE_FULL slips takes two columns and more. */
function sceneLevels(view) {
  const { left, right, top, bottom } = { left: 440, right: 1064, top: 100, bottom: 306 };
  const { places } = treePlaces(view.slips);
  const levels = [];
  places.forEach((place, c) => (levels[place.depth] ??= []).push(c));
  for (const level of levels) level.sort((a, b) => places[a].row - places[b].row);
  const bands = levels.map((level) => Math.ceil(level.length / SCENE_FULL));
  const step = (right - left) / Math.max(4, bands.reduce((sum, band) => sum + band, 0));
  const most = Math.max(...levels.map((level, depth) => Math.ceil(level.length / bands[depth])), 5);
  const pitch = (bottom - top) / most;
  const columns = [];
  let band = 0;
  levels.forEach((level, depth) => {
    const rows = Math.ceil(level.length / bands[depth]);
    level.forEach((c, i) => {
      const x = left + (band + Math.floor(i / rows)) * step;
      columns[c] = sceneTwig(x, top + (i % rows) * pitch, step - 18, Math.min(pitch - 4, 34), 326);
    });
    band += bands[depth];
  });
  return columns;
}

/** For phones: each child below its parent and a little to the right. */
function sceneOutline(view) {
  const { places } = treePlaces(view.slips);
  return places.map(({ depth, order }) => {
    const x = 84 + Math.min(depth, 6) * 17;
    return sceneTwig(x, SCENE_TALL.top + 6 + order * 32, 378 - x, 27, null);
  });
}

/** A slip and, right of it, the plate that was printed after it. */
function sceneTwig(x, y, width, height, shelf) {
  const paper = width * 0.55;
  return {
    x, width, row: 0, shelf,
    slip: { x, y, width: paper, height },
    plate: { x: x + paper + 5, y, width: width - paper - 5, height },
  };
}

/** A bough from each word's plate to the slips that it judges; in an outline from slip to slip. The kept path is bold. */
function sceneBoughs(layout, view) {
  const outline = layout.name === "tall";
  return view.slips
    .filter((slip) => slip.state !== "hidden" && layout.columns[slip.index + 1])
    .sort((a, b) => (a.verdict === "accepted") - (b.verdict === "accepted"))
    .map((slip) => {
      const from = layout.columns[slip.parent + 1];
      const to = layout.columns[slip.index + 1].slip;
      const plate = view.prints[slip.parent + 1];
      const start = outline || plate?.state === "hidden" ? from.slip : from.plate;
      const [x2, y2] = [to.x - 2, to.y + to.height / 2];
      const [x1, y1] = outline ? [start.x + 7, start.y + start.height] : [start.x + start.width, start.y + start.height / 2];
      const middle = (x1 + x2) / 2;
      const d = outline ? `M${x1} ${y1}V${y2}H${x2}` : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
      return svg("g", { class: "scene-joint scene-bough", "data-fate": fateOf(view, slip) }, svg("path", { class: "scene-line", d }));
    });
}
