// A tree on the tray of the tower: where its slips and plates stand, and the boughs between them. Pure functions over
// the view and the layout; the rest of the scene does not ask whether a round has branched.

const SCENE_FULL = 8; // slips below each other in one level of the wide composition; more stand in a second column
const SCENE_BOUGH = { least: 12, most: 46 }; // units between a level and the next
const SCENE_TYPE = { size: 15, pixels: 12 }; // units, and what it must not get below
const SCENE_GAP = 4; // between a slip and its plate

/** The layout of `sceneLayout` with the places of a tree instead of those of a chain. */
function sceneTreeLayout(pixels, view) {
  const slips = view.k ?? view.slips.length;
  const base = sceneLayout(pixels, pixels < SCENE_TURN ? Math.ceil(((slips + 1) * 32) / SCENE_TALL.row) * 4 - 2 : 0);
  const places = base.name === "tall" ? { columns: sceneOutline(view), size: 14 } : sceneLevels(view, base.unit);
  return { ...base, ...places, tree: true };
}

/** What the layout of a tree depends on: another one asks for other places. */
function sceneTreeShape(view) {
  const slips = view.slips.map(({ parent, text }) => [parent, text]);
  return JSON.stringify([slips, view.prints.map(({ top }) => top?.text), view.emitted?.text, lastWord(view)?.text]);
}

/** Level by level from left to right; a level of more than SCENE_FULL slips takes two columns and more. A column is as
 *  wide as its longest word; where all together are too wide, the type gets smaller. */
function sceneLevels(view, unit) {
  const { left, right, top, bottom } = { left: 420, right: 1062, top: 100, bottom: 306 };
  const bands = sceneBands(view);
  const needs = sceneNeeds(view, unit);
  const widest = (band, part) => ({ ems: Math.max(...band.map((c) => needs[c][part].ems)), frame: Math.max(...band.map((c) => needs[c][part].frame)) });
  const sizes = bands.map((band) => ({ slip: widest(band, "slip"), plate: widest(band, "plate") }));
  const sum = (of) => sizes.reduce((all, { slip, plate }) => all + slip[of] + plate[of], 0);
  const boughs = Math.max(1, bands.length - 1);
  const room = right - left - sum("frame");
  const em = Math.min(Math.max(SCENE_TYPE.size, SCENE_TYPE.pixels / unit), (room - SCENE_BOUGH.least * boughs) / sum("ems"));
  const bough = Math.min(SCENE_BOUGH.most, (room - em * sum("ems")) / boughs);
  const pitch = (bottom - top) / Math.max(...bands.map((band) => band.length), 5);
  const columns = [];
  let x = left;
  bands.forEach((band, i) => {
    const [slip, plate] = [sizes[i].slip, sizes[i].plate].map(({ ems, frame }) => ems * em + frame);
    band.forEach((c, row) => (columns[c] = sceneTwig(x, top + row * pitch, slip, plate, Math.min(pitch - 4, 34), 326)));
    x += slip + plate + bough;
  });
  return { columns, size: em };
}

/** The words of each column from left to right, top to bottom: the last written one, then the levels. */
function sceneBands(view) {
  const { places } = treePlaces(view.slips);
  const levels = [];
  places.forEach((place, c) => (levels[place.depth] ??= []).push(c));
  return levels.flatMap((level) => {
    level.sort((a, b) => places[a].row - places[b].row);
    const rows = Math.ceil(level.length / Math.ceil(level.length / SCENE_FULL));
    return Array.from({ length: Math.ceil(level.length / rows) }, (_, i) => level.slice(i * rows, (i + 1) * rows));
  });
}

/** What each word's slip and plate would like to have, whatever of them shows already: ems for the word, units for what
 *  is around it, stamps included. Of a plate that nothing will stand on: nothing. */
function sceneNeeds(view, unit) {
  const stamp = Math.max(18, 15 / unit);
  const edges = (units) => Math.max(units, units / unit);
  return Array.from({ length: view.slips.length + 1 }, (_, c) => {
    const slip = c ? { ems: sceneEms(view.slips[c - 1].text), frame: edges(12) + stamp } : { ems: sceneEms(lastWord(view)?.text ?? ""), frame: edges(10) };
    const [own, best] = [view.emitted?.print === c ? view.emitted.text : "", view.prints[c]?.top?.text ?? ""];
    const plate = own || best ? { ems: Math.max(sceneEms(own), sceneEms(best)), frame: SCENE_GAP + edges(9) + (own ? stamp : 0) } : { ems: 0, frame: 0 };
    return { slip, plate };
  });
}

/** Ems that a word takes; the sign for a blank is set small. */
function sceneEms(text) {
  const ems = (sign) => (sign > "\u2e80" ? 1.02 : "␣iljtfr.,;:'!".includes(sign) ? 0.4 : "mwMW".includes(sign) ? 0.84 : 0.56);
  return [...text].reduce((sum, sign) => sum + ems(sign), 0);
}

/** For phones: each child below its parent and a little to the right. */
function sceneOutline(view) {
  const { places } = treePlaces(view.slips);
  return places.map(({ depth, order }) => {
    const x = 84 + Math.min(depth, 6) * 17;
    const slip = (378 - x) * 0.55;
    return sceneTwig(x, SCENE_TALL.top + 6 + order * 32, slip, 378 - x - slip, 27, null);
  });
}

/** A slip and, right of it, the plate that was printed after it. plate: its width with the gap before it. */
function sceneTwig(x, y, slip, plate, height, shelf) {
  return {
    x, width: slip + plate, row: 0, shelf,
    slip: { x, y, width: slip, height },
    plate: { x: x + slip + SCENE_GAP, y, width: Math.max(0, plate - SCENE_GAP), height },
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
