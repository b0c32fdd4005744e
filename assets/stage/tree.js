// The shape of a round whose slips have siblings: levels, rows, and the order of an outline. Pure functions over slips
// with a `parent`: the index of the slip before, -1 for the last written word. A chain is the tree without siblings.
// Knows no DOM, no verdict.

/** How many slips lie before each on its path: 0, 1, 2, ... in a chain. A parent stands before its children. */
function depthsOf(round) {
  const depths = [];
  for (const { parent } of round.drafts) depths.push(parent < 0 ? 0 : depths[parent] + 1);
  return depths;
}

/** Whether some word has several slips after it. */
function branches(round) {
  return round.drafts.some((draft, index) => draft.parent !== index - 1);
}

const SHAPES = new WeakMap(); // a run that grows arrives as another trace

/** The room that the trees of a run need, also while no round of it has branched yet; null where all is chains. */
function treeOf(trace) {
  if (!SHAPES.has(trace)) {
    const tree = trace.settings?.drafter?.endsWith("-tree") || trace.rounds.some(branches);
    SHAPES.set(trace, tree ? treeSize(trace) : null);
  }
  return SHAPES.get(trace);
}

/** The slips that are laid together: a tree's level by level, so a chain's one by one. */
function levelsOf(round) {
  const levels = [];
  depthsOf(round).forEach((depth, index) => (levels[depth] ??= []).push(index));
  return levels;
}

/** Most levels and most rows of any round. */
function treeSize(trace) {
  const levels = Math.max(trace.settings?.k ?? 0, ...trace.rounds.map((round) => levelsOf(round).length));
  return { levels, rows: Math.max(1, ...trace.rounds.map((round) => treePlaces(round.drafts).rows)) };
}

/** Where the words of a tree stand: [{depth, row, order}], the last written word first, and how many rows they take.
 *  A slip stands a column further than its parent, in its row or the first free one below; order counts the words as
 *  they are read in an outline, every child below its parent. */
function treePlaces(slips) {
  const places = [{ depth: 0, row: 0, order: 0 }];
  const taken = [1];
  let read = 1;
  const lay = (parent) => {
    slips.forEach((slip, index) => {
      if (slip.parent !== parent) return;
      const from = places[parent + 1];
      const depth = from.depth + 1;
      const row = Math.max(from.row, taken[depth] ?? 0);
      taken[depth] = row + 1;
      places[index + 1] = { depth, row, order: read++ };
      lay(index);
    });
  };
  lay(-1);
  return { places, rows: Math.max(...places.map((place) => place.row)) + 1 };
}
