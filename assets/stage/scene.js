// The tower view: the tome in its shaft, the Oracle with its tray, Mogu at the desk, the book with its margin notes.
// A painter: every picture follows from the view alone; motion (scene_motion.js) only leads from one to the next.
// The drawings come in as SVG text; the words of the models are only ever set as text.

const SCENE_POSES = ["writing", "waiting", "proud", "ball", "wincing"];

function sceneArt(art, name) {
  const holder = element("div.scene-art", { "aria-hidden": "true" });
  const parsed = new DOMParser().parseFromString(art[name] ?? "", "image/svg+xml").documentElement;
  if (parsed.nodeName === "svg") holder.append(document.importNode(parsed, true));
  return holder;
}

/** What Mogu is up to: a pure reading of the view. */
function scenePose(view) {
  if (view.beat === "start") return "waiting";
  if (!view.slips.length) return "ball";
  if (view.beat === "draft") return "writing";
  if (view.beat === "haul") return "waiting";
  if (view.beat === "end") return "proud";
  const accepted = view.slips.filter((slip) => slip.verdict === "accepted").length;
  if (whole(view, accepted) && view.emitted?.state !== "hidden") return "proud";
  if (view.beat === "write") return accepted ? "waiting" : "ball";
  return view.slips.some((slip) => slip.verdict === "rejected") ? "wincing" : "waiting";
}

/** The margin notes as a row of {kind}: kept, new or wiped, oldest first. */
function sceneNotes({ before, pass, kept, wiped }) {
  const row = (count, kind) => Array.from({ length: Math.max(0, count) }, () => kind);
  if (pass === null) return row(before, "kept");
  if (kept === null) return [...row(before, "kept"), ...row(pass - before, "new")];
  return [...row(kept, "kept"), ...row(wiped, "wiped")];
}

function createScene(host, words, art) {
  const label = words.bench?.label ?? "";
  const room = element("div.scene-room", { "aria-hidden": "true" });
  const joints = svg("svg", { class: "scene-joints", "aria-hidden": "true" });
  const rope = element("div.scene-rope");
  const tome = element("div.scene-tome", {}, rope, sceneArt(art, "tome"));
  const shaft = element("div.scene-shaft", { "aria-hidden": "true" }, tome);
  const drum = element("div.scene-drum", { "aria-hidden": "true" }, sceneArt(art, "winch"));
  const digits = element("b.scene-digits");
  const counter = element("p.scene-counter", {}, digits, element("span", {}, words.counters?.hauls ?? ""));
  const tray = element("div.scene-tray", { role: "group", "aria-label": label });
  const oracle = element("div.scene-oracle", { "aria-hidden": "true" }, sceneArt(art, "oracle"));
  const poses = SCENE_POSES.map((pose) => {
    const figure = sceneArt(art, `mogu_${pose}`);
    figure.dataset.pose = pose;
    return figure;
  });
  const mogu = element("div.scene-mogu", { "aria-hidden": "true" }, ...poses);
  const prose = element("div.scene-prose");
  const book = element("div.scene-book", { role: "group", "aria-label": words.bench?.book ?? "" }, prose);
  const notes = element("div.scene-notes", { role: "img" });
  const tool = sceneArt(art, "stamp_tool");
  const layer = element("div.scene-layer", { "aria-hidden": "true" });
  const scene = element("section.scene", {}, room, shaft, drum, tray, joints, oracle, counter, book, notes, mogu, layer);
  host.append(scene);

  const columns = [];
  let places = 0;
  let layout = null;
  let view = null;
  let shown = [];

  function place(node, box) {
    const u = layout.unit;
    node.style.left = `${box.x * u}px`;
    node.style.top = `${box.y * u}px`;
    if (box.width !== undefined) node.style.width = `${box.width * u}px`;
    if (box.height !== undefined) node.style.height = `${box.height * u}px`;
  }

  function column(c) {
    if (columns[c]) return columns[c];
    const plate = element("button.scene-plate", { type: "button" }, element("span.scene-word"), element("span.scene-seal"));
    const slip = element("button.scene-slip", { type: "button" }, element("span.scene-paper", {}, element("span.scene-word")), element("span.scene-seal"));
    const ghost = element("span.scene-place", { "aria-hidden": "true" });
    const send = (index) =>
      scene.dispatchEvent(new CustomEvent("slip", { bubbles: true, composed: true, detail: { round: view.round, slip: index } }));
    slip.onclick = () => send(Number(slip.dataset.index));
    plate.onclick = () => send(-1);
    tray.append(ghost, plate, slip);
    return (columns[c] = { plate, slip, ghost });
  }

  /** Puts everything where it belongs; only when the width or the number of places has changed. */
  function arrange() {
    const pixels = scene.clientWidth || host.clientWidth;
    if (!pixels) return;
    const shape = view.tree ? sceneTreeShape(view) : places;
    const changed = !layout || layout.shape !== shape || Math.abs(layout.unit * layout.width - pixels) > 0.5;
    if (!changed) return;
    const before = layout?.name + layout?.rows;
    layout = { ...(view.tree ? sceneTreeLayout(pixels, view) : sceneLayout(pixels, places)), shape };
    setData(scene, "tree", Boolean(view.tree));
    scene.dataset.composition = layout.name;
    scene.dataset.rows = layout.rows;
    scene.style.height = `${layout.height * layout.unit}px`;
    scene.style.setProperty("--unit", `${layout.unit}px`);
    if (before !== layout.name + layout.rows) room.replaceChildren(...layout.pieces.map((piece) => sceneArt(art, piece.art)));
    layout.pieces.forEach((piece, i) => place(room.children[i], piece));
    place(oracle, layout.oracle);
    place(shaft, layout.shaft);
    place(drum, { x: layout.drum.x - layout.drum.size / 2, y: layout.drum.y - layout.drum.size / 2, width: layout.drum.size, height: layout.drum.size });
    place(tome, { x: layout.tome.x - layout.shaft.x, y: layout.tome.dock - layout.shaft.y, width: layout.tome.width });
    place(counter, layout.counter);
    place(mogu, layout.mogu);
    place(book, layout.book);
    place(notes, layout.notes);
    scene.style.setProperty("--size", `${layout.size * layout.unit}px`);
    book.style.setProperty("--size", `${layout.book.size * layout.unit}px`);
    book.style.setProperty("--pages", layout.book.pages);
    book.style.setProperty("--fold", `${layout.book.fold * layout.unit}px`);
    layout.columns.forEach((at, c) => {
      const part = column(c);
      place(part.plate, { x: at.x, width: at.width, ...at.plate });
      place(part.slip, { x: at.x, width: at.width, ...at.slip });
      part.slip.style.zIndex = view.tree ? String(1 + c) : "";
      place(part.ghost, { x: at.x, width: at.width, ...at.slip });
    });
    joints.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
  }

  function seal(node, kind) {
    if (node.dataset.kind === (kind ?? "")) return;
    node.dataset.kind = kind ?? "";
    const name = words.seals?.[kind] ?? kind;
    const drawn = name?.length === 1 && art[`stamp_${kind}`];
    const sealed = () => (drawn ? sceneArt(art, `stamp_${kind}`) : view.tree ? signSealOf(kind) : sealOf(kind, name));
    node.replaceChildren(...(kind ? [sealed()] : []));
  }

  function paintSlip(part, slip) {
    const { slip: paper } = part;
    const visible = slip.state !== "hidden";
    paper.hidden = !visible;
    paper.disabled = false;
    paper.dataset.index = String(slip.index);
    setData(paper, "state", slip.state);
    setData(paper, "verdict", slip.verdict);
    sceneWord(paper.querySelector(".scene-word"), slip.text);
    const state = slip.verdict ? words.seals?.[slip.verdict] : words.bench?.state_drafted;
    paper.title = slip.text;
    paper.setAttribute("aria-label", fill(words.bench?.slip_name ?? "{n}: {text}, {state}", { n: slip.index + 1, text: slip.text, state }));
    seal(paper.lastChild, slip.verdict);
  }

  /** Column 0: the word that the round started from. */
  function paintLast(part) {
    const word = lastWord(view);
    part.slip.hidden = !word;
    part.slip.disabled = true;
    setData(part.slip, "state", "last");
    setData(part.slip, "verdict", null);
    sceneWord(part.slip.querySelector(".scene-word"), word?.text ?? "");
    part.slip.title = word ? `${words.bench?.last ?? ""} ${word.text}`.trim() : "";
    part.slip.setAttribute("aria-label", part.slip.title);
    seal(part.slip.lastChild, null);
  }

  function paintPlate(part, print) {
    const { plate } = part;
    // of a print on a tree's untested twig nothing is known
    const visible = print && print.state !== "hidden" && (!view.tree || print.text !== "");
    plate.hidden = !visible;
    if (!visible) return;
    const own = view.emitted && view.emitted.print === print.index && view.emitted.state !== "hidden";
    plate.disabled = !own;
    setData(plate, "state", print.state);
    setData(plate, "kind", own ? view.emitted.kind : null);
    setData(plate, "written", own && view.emitted.state === "written");
    sceneWord(plate.firstChild, print.text);
    plate.title = print.text;
    const name = own ? fill(words.bench?.own_name ?? "{text}", { text: print.text }) : `${words.bench?.prints ?? ""}: ${print.text}`;
    plate.setAttribute("aria-label", name);
    seal(plate.lastChild, own && view.emitted.kind !== "plain" ? view.emitted.kind : null);
  }

  function paintTray() {
    const bonus = view.slips.length + 1;
    for (let c = 0; c < columns.length; c++) {
      const part = columns[c];
      const slip = view.slips[c - 1];
      paintPlate(part, view.prints[c]);
      if (c === 0) paintLast(part);
      else if (slip) paintSlip(part, slip);
      else part.slip.hidden = true;
      part.ghost.hidden = Boolean(view.tree) || c === 0 || (slip && slip.state !== "hidden") || !places || c > places + 1 || (view.round >= 0 && c > bonus);
      setData(part.ghost, "role", view.round >= 0 && c === bonus ? "bonus" : "slip");
      setText(part.ghost, view.round >= 0 && c === bonus && view.slips.length ? (words.seals?.bonus ?? "") : "");
    }
    const drawn = view.tree ? sceneBoughs(layout, view) : [...sceneLips(layout, view), ...sceneJoints(layout, view)];
    joints.replaceChildren(...sceneShelves(layout), ...drawn);
  }

  function paintBook() {
    let keep = 0;
    const same = (a, b) => a.raw === b.raw && a.mark === b.mark && a.round === b.round;
    while (keep < shown.length && keep < view.written.length && same(shown[keep].word, view.written[keep])) keep++;
    for (const { span } of shown.splice(keep)) span.remove();
    for (const word of view.written.slice(keep)) {
      const span = wordSpan(word);
      prose.append(span);
      shown.push({ word, span });
    }
    prose.style.transform = "none";
    const last = shown.at(-1)?.span;
    const width = book.clientWidth + layout.book.fold * layout.unit;
    const spread = last ? Math.floor((last.getBoundingClientRect().left - prose.getBoundingClientRect().left + 1) / width) : 0;
    prose.style.transform = spread > 0 ? `translateX(${-spread * width}px)` : "none";
  }

  function paintNotes() {
    notes.hidden = view.served;
    const row = sceneNotes(view.notes);
    const visible = row.slice(-layout.notes.lines);
    const count = view.notes.kept ?? view.notes.pass ?? view.notes.before;
    notes.replaceChildren(...visible.map((kind, i) => sceneScribble(kind, row.length - visible.length + i)), element("b", {}, String(count)));
    const { before, pass, kept, wiped } = view.notes;
    const [name, values] =
      pass === null ? ["text_kept", { kept: before }] : kept === null ? ["text_pass", { kept: before, fresh: pass - before }] : ["text_done", { kept, wiped }];
    const text = fill(words.notes?.[name] ?? "{kept}", values);
    notes.setAttribute("aria-label", `${words.notes?.title ?? ""}: ${text}`);
    notes.title = `${words.notes?.title ?? ""}: ${text}`;
  }

  function paint(next, { animate = false, speed = 1 } = {}) {
    const before = view;
    sceneRest(scene, layer);
    view = next;
    places = view.k ?? (view.round <= 0 ? view.slips.length : Math.max(places, view.slips.length));
    places = Math.max(places, view.slips.length);
    arrange();
    if (!layout) return 0;
    scene.dataset.beat = view.beat;
    mogu.dataset.pose = scenePose(view);
    setText(digits, String(view.hauls));
    const up = view.beat === "haul";
    tome.style.transform = up ? "none" : `translateY(${(layout.tome.rest - layout.tome.dock) * layout.unit}px)`;
    sceneTurn(scene, view.hauls);
    paintTray();
    paintBook();
    paintNotes();
    return animate && before ? sceneMotion({ scene, layer, tool, tome, drum, mogu, notes, columns, joints, layout, shown, before, view, speed }) : 0;
  }

  /** Only another width asks for another picture: motion must not be cut short by the scene's own growth. */
  const fit = () => {
    if (view && (!layout || Math.abs(layout.unit * layout.width - scene.clientWidth) > 0.5)) paint(view);
  };
  const observer = new ResizeObserver(fit);
  observer.observe(scene);

  return {
    node: scene,
    paint,
    resize: fit,
    destroy() {
      observer.disconnect();
      scene.remove();
    },
  };
}
