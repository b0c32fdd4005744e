// Motion between two pictures of the tower: decoration only, over transform and opacity. Returns how long it takes.

const SCENE_TURNS = { drum: 900, "art-main": 360, "art-slow": -180, "art-back": -300, "art-fast": 720, "art-turn": 240 };

function sceneGears(scene) {
  return [...scene.querySelectorAll(".scene-drum, .art-turn")].map((node) => {
    const name = node.classList.contains("scene-drum") ? "drum" : Object.keys(SCENE_TURNS).find((one) => node.classList.contains(one));
    return { node, turn: SCENE_TURNS[name] };
  });
}

/** Gears and drum stand where this many hauls have brought them. */
function sceneTurn(scene, hauls) {
  for (const { node, turn } of sceneGears(scene)) node.style.transform = `rotate(${(hauls * turn) % 3600}deg)`;
}

/** Ends all motion at once: the picture below is already right. */
function sceneRest(scene, layer) {
  for (const motion of scene.getAnimations({ subtree: true })) motion.cancel();
  layer.replaceChildren();
}

function sceneMotion(stage) {
  const { view, before, speed } = stage;
  const t = (ms) => ms / speed;
  const ends = [0];
  const go = (node, frames, duration, options = {}) => {
    ends.push(duration + (options.delay ?? 0));
    return move(node, frames, duration, options);
  };
  const actors = { ...stage, t, go };
  sceneTomeMoves(actors);
  if (view.beat === "draft") sceneDraft(actors);
  if (view.fresh.prints) scenePrints(actors, before.beat === "haul" ? 0 : t(1150));
  if (view.beat === "stamp") sceneStamp(actors);
  if (view.beat === "write") {
    sceneReturn(actors);
    sceneWrite(actors);
  }
  if (scenePose(view) !== scenePose(before) && view.beat !== "draft") {
    go(stage.mogu, [{ transform: "translateY(0)" }, { transform: "translateY(-7%)", offset: 0.4 }, { transform: "none" }], t(320));
  }
  return Math.max(...ends);
}

/** Up with the whole book, all the way; down again while the stamps are at work. */
function sceneTomeMoves({ scene, tome, layout, view, before, t, go }) {
  const away = `translateY(${(layout.tome.rest - layout.tome.dock) * layout.unit}px)`;
  const rises = view.beat === "haul" && before.beat !== "haul";
  const sinks = view.beat !== "haul" && before.beat === "haul";
  if (!rises && !sinks) return;
  const duration = t(rises ? 1150 : 1500);
  const easing = rises ? "cubic-bezier(.45,.05,.35,1)" : "cubic-bezier(.4,0,.6,1)";
  go(tome, rises ? [{ transform: away }, { transform: "none" }] : [{ transform: "none" }, { transform: away }], duration, { easing });
  for (const { node, turn } of sceneGears(scene)) {
    const drum = node.classList.contains("scene-drum");
    if (sinks && !drum) continue; // the machine has stopped; only the winch pays out rope
    const at = (view.hauls * turn) % 3600;
    go(node, [{ transform: `rotate(${at - (rises ? turn : -turn)}deg)` }, { transform: `rotate(${at}deg)` }], duration, { easing });
  }
}

function sceneOffset(layer, node, point, layout) {
  const frame = layer.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  return [frame.left + point.x * layout.unit - box.left - box.width / 2, frame.top + point.y * layout.unit - box.top - box.height / 2];
}

/** A slip leaves the desk and slides to its place on the tray; Mogu's hat bobs as he writes. */
function sceneDraft({ layer, columns, mogu, layout, view, t, go }) {
  for (const i of view.fresh.slips) {
    const { slip } = columns[i + 1];
    const [x, y] = sceneOffset(layer, slip, layout.desk, layout);
    go(slip, [
      { transform: `translate(${x}px, ${y}px) scale(.5) rotate(-9deg)`, opacity: 0 },
      { transform: `translate(${x * 0.85}px, ${y * 0.9}px) scale(.8) rotate(-5deg)`, opacity: 1, offset: 0.25 },
      { transform: "none", opacity: 1 },
    ], t(520), { delay: t(120), easing: "cubic-bezier(.3,.1,.2,1)" });
  }
  go(mogu, [{ transform: "none" }, { transform: "rotate(1.6deg) translateY(1%)" }, { transform: "rotate(-.8deg)" }, { transform: "rotate(1.2deg)" }, { transform: "none" }], t(460), { easing: "ease-in-out" });
}

/** All plates at the same moment: that they come together is the point. */
function scenePrints({ columns, joints, view, t, go }, delay) {
  for (const print of view.prints) {
    const { plate } = columns[print.index];
    go(plate, [{ transform: "translateY(-120%) scaleY(.8)", opacity: 0 }, { transform: "translateY(8%)", opacity: 1, offset: 0.7 }, { transform: "none", opacity: 1 }], t(420), { delay });
  }
  for (const joint of joints.querySelectorAll(".scene-joint")) go(joint, [{ opacity: 0 }, { opacity: 1 }], t(320), { delay: delay + t(300) });
}

function scenePress({ layer, layout, tool: drawing, t, go }, target, imprint, delay) {
  const frame = layer.getBoundingClientRect();
  const box = target.getBoundingClientRect();
  const tool = element("span.scene-tool", {}, drawing.cloneNode(true));
  tool.style.left = `${box.left - frame.left + box.width / 2}px`;
  tool.style.top = `${box.top - frame.top + box.height * 0.7}px`;
  layer.append(tool);
  const up = `translate(-50%, ${-150 * layout.unit}%)`;
  const down = "translate(-50%, -100%)";
  const strike = go(tool, [{ transform: up, opacity: 0 }, { transform: up, opacity: 1, offset: 0.2 }, { transform: down, opacity: 1, offset: 0.45 }, { transform: down, opacity: 1, offset: 0.58 }, { transform: up, opacity: 0 }], t(520), { delay, easing: "ease-in-out", fill: "both" });
  strike.onfinish = strike.oncancel = () => tool.remove();
  go(target, [{ transform: "none" }, { transform: "translateY(3px) scale(.97)" }, { transform: "none" }], t(140), { delay: delay + t(230), fill: "none" });
  go(imprint, [{ opacity: 0, transform: "scale(1.25)" }, { opacity: 1, transform: "none" }], t(120), { delay: delay + t(240) });
}

function sceneStamp(actors) {
  const { columns, view, t, go } = actors;
  const [first] = view.fresh.stamped;
  view.fresh.stamped.forEach((i) => {
    const { slip } = columns[i + 1];
    if (view.slips[i].state === "torn") sceneTear(actors, slip, t(90 * (i - first)));
    else scenePress(actors, slip, slip.lastChild, 0);
  });
  if (view.fresh.emitted && view.emitted) {
    const { plate } = columns[view.emitted.print];
    scenePress(actors, plate, plate.lastChild, 0);
  }
}

/** The lower half of a torn slip falls; the stub stays. */
function sceneTear({ layer, layout, t, go }, slip, delay) {
  const frame = layer.getBoundingClientRect();
  const box = slip.getBoundingClientRect();
  const scrap = element("span.scene-scrap");
  Object.assign(scrap.style, { left: `${box.left - frame.left}px`, top: `${box.top - frame.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  layer.append(scrap);
  const drop = 190 * layout.unit;
  const fall = go(scrap, [{ transform: "none", opacity: 1 }, { transform: `translate(-8px, ${drop * 0.3}px) rotate(9deg)`, opacity: 1, offset: 0.45 }, { transform: `translate(10px, ${drop}px) rotate(-16deg)`, opacity: 0 }], t(1000), { delay, easing: "cubic-bezier(.4,0,.8,.6)", fill: "both" });
  fall.onfinish = fall.oncancel = () => scrap.remove();
  go(slip.firstChild, [{ transform: "none" }, { transform: "rotate(-4deg) translateY(3px)", offset: 0.3 }, { transform: getComputedStyle(slip.firstChild).transform }], t(420), { delay });
  go(slip.lastChild, [{ opacity: 0 }, { opacity: 1 }], t(200), { delay: delay + t(200) });
}

/** Returned slips go back to the desk that they came from. */
function sceneReturn(actors) {
  for (const slip of actors.view.slips) if (slip.verdict === "rejected") sceneGoBack(actors, slip);
}

function sceneGoBack({ layer, columns, layout, t, go }, slip) {
  const node = columns[slip.index + 1].slip;
  const frame = layer.getBoundingClientRect();
  const box = node.getBoundingClientRect();
  const copy = element("span.scene-flyer", {}, slip.text);
  setData(copy, "mark", "rejected");
  Object.assign(copy.style, { left: `${box.left - frame.left}px`, top: `${box.top - frame.top}px` });
  layer.append(copy);
  const [x, y] = sceneOffset(layer, node, layout.desk, layout);
  const flight = go(copy, [
    { transform: "none", opacity: 1 },
    { transform: `translate(${x * 0.5}px, ${y * 0.35}px) rotate(-12deg)`, opacity: 1, offset: 0.45 },
    { transform: `translate(${x}px, ${y}px) rotate(14deg) scale(.7)`, opacity: 0 },
  ], t(900), { easing: "cubic-bezier(.4,.1,.5,1)", fill: "both" });
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** Kept words fly into the book, the wiped notes fade. */
function sceneWrite({ layer, columns, notes, shown, view, t, go }) {
  const sources = view.slips.filter((slip) => slip.verdict === "accepted").map((slip) => columns[slip.index + 1].slip);
  if (view.emitted) sources.push(columns[view.emitted.print].plate);
  const frame = layer.getBoundingClientRect();
  view.fresh.written.forEach((index, i) => {
    const span = shown[index]?.span;
    const ink = span?.querySelector(".ink");
    if (!ink || !sources[i]) return;
    const from = sources[i].getBoundingClientRect();
    const to = ink.getBoundingClientRect();
    const copy = element("span.scene-flyer", {}, ink.textContent);
    setData(copy, "mark", span.dataset.mark);
    copy.style.left = `${to.left - frame.left}px`;
    copy.style.top = `${to.top - frame.top}px`;
    layer.append(copy);
    const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    const delay = t(110 * i);
    const flight = go(copy, [
      { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      { transform: `translate(${x * 0.55}px, ${y * 0.8 - 12}px) rotate(3deg)`, opacity: 1, offset: 0.4 },
      { transform: "none", opacity: 1 },
    ], t(700), { delay, easing: "cubic-bezier(.45,.05,.3,1)" });
    flight.onfinish = flight.oncancel = () => copy.remove();
    go(ink, [{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], t(700), { delay });
  });
  for (const strike of notes.querySelectorAll(".scene-strike")) go(strike, [{ opacity: 0 }, { opacity: 1 }], t(400), { delay: t(300) });
}
