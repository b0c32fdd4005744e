// The parts of the stage, made anew for a language and a view; what was there before makes room.

/** part(name): the place of a part. wishes: {scene, lane, choice (of a view), greedy, chosen (slip)}. */
function furnish(part, words, ask, { scene, lane, choice, greedy, chosen }, onSelect) {
  for (const name of ["head", "view", "lane", "notes", "controls", "help"]) part(name).replaceChildren();
  const note = greedy ? words.lane.same : words.lane.law;
  const head = createHead(part("head"), words, ask, choice);
  head.setView(scene ? "tower" : "line");
  createHelp(part("help"), words);
  return {
    head,
    controls: createControls(part("controls"), words, ask),
    notes: createNotes(part("notes"), words),
    detail: createDetail(part("inspector"), words, chosen),
    painter: scene
      ? createScene(part("view"), words, STAGE_ART)
      : createLine(part("view"), words, { onSelect, lane: lane ? { note } : null }),
    lanePage: lane && scene ? lanePageBelow(part("lane"), words, note) : null,
  };
}

/** The tower has no room for a second lane; its page lies below. */
function lanePageBelow(place, words, note) {
  const page = element("article.page");
  place.append(element("div.pages", { "data-single": true }, page));
  const lane = createLanePage(page, words, note);
  lane.reserve(2);
  return lane;
}
