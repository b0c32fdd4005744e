// Floor 2: one pass as an hourglass. The heights of the two layers are to scale; the time the sand takes is not.

const [TOP, NECK, FLOOR, LEFT, RIGHT, ROOM] = [22, 150, 278, 30, 130, 100];
const RUN = 4500; // milliseconds of a turn, whatever the pass took

const MIDDLE = (LEFT + RIGHT) / 2;
const GLASS = `M${LEFT} ${TOP} H${RIGHT} V${TOP + ROOM} L${MIDDLE + 4} ${NECK} L${RIGHT} ${FLOOR - ROOM} V${FLOOR} H${LEFT} V${FLOOR - ROOM} L${MIDDLE - 4} ${NECK} L${LEFT} ${TOP + ROOM} Z`;

function sandPatterns() {
  return svg("defs", {},
    svg("pattern", { id: "sand-wait", width: 9, height: 9, patternUnits: "userSpaceOnUse" },
      svg("rect.ground-wait", { width: 9, height: 9 }), svg("circle.dots", { cx: 2.5, cy: 2.5, r: 1 }), svg("circle.dots", { cx: 7, cy: 6.5, r: 1 })),
    svg("pattern", { id: "sand-reckon", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
      svg("rect.ground-reckon", { width: 6, height: 6 }), svg("path.lines", { d: "M-1 7 L7 -1" })));
}

function label(y, value, name, from) {
  return svg("g", {},
    svg("path.leader", { d: `M${RIGHT + 2} ${from} L${RIGHT + 22} ${y - 4} H${RIGHT + 30}` }),
    svg("text.value", { x: RIGHT + 36, y: y }, value), svg("text", { x: RIGHT + 36, y: y + 20 }, name));
}

function picture(data) {
  const reckon = ROOM * Math.min(1, Math.max(0, data.share));
  const wait = ROOM - reckon;
  const upper = svg("rect", { x: LEFT + 1, width: RIGHT - LEFT - 2, fill: "url(#sand-wait)" });
  const lower = svg("rect", { x: LEFT + 1, width: RIGHT - LEFT - 2, fill: "url(#sand-wait)" });
  const top = svg("rect", { x: LEFT + 1, width: RIGHT - LEFT - 2, fill: "url(#sand-reckon)" });
  const stream = svg("path.stream", { d: `M${MIDDLE} ${NECK - 8} V${FLOOR}` });
  const drawing = svg("svg", { viewBox: "0 0 420 300", role: "img", "aria-label": data.words.alt },
    sandPatterns(), upper, lower, top, stream, svg("path.glass", { d: GLASS }),
    svg("rect.frame", { x: LEFT - 12, y: TOP - 12, width: RIGHT - LEFT + 24, height: 12, rx: 3 }),
    svg("rect.frame", { x: LEFT - 12, y: FLOOR, width: RIGHT - LEFT + 24, height: 12, rx: 3 }),
    label(FLOOR - ROOM - 22, data.words.reckon_value, data.words.reckon, FLOOR - ROOM + reckon / 2),
    label(FLOOR - wait / 2 + 6, data.words.wait_value, data.words.wait, FLOOR - wait / 2));
  /** part: how much of the sand has run, 0 to 1. The waiting comes first; the reckoning lies on top of it. */
  const at = (part) => {
    const down = ROOM * part;
    const first = Math.min(down, wait);
    const second = Math.max(0, down - wait);
    setAll(lower, { y: FLOOR - first, height: first });
    setAll(top, { y: FLOOR - first - second, height: second });
    setAll(upper, { y: TOP + ROOM - (ROOM - down), height: ROOM - down });
    setAll(stream, { visibility: part > 0 && part < 1 ? "visible" : "hidden" });
  };
  return { drawing, at };
}

const glasses = new WeakMap();

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".hourglass");
  const known = glasses.get(root);
  if (known) cancelAnimationFrame(known.frame);
  const state = { frame: 0 };
  glasses.set(root, state);
  const { drawing, at } = picture(data);
  const turn = () => {
    cancelAnimationFrame(state.frame);
    if (calm()) return at(1);
    const began = performance.now();
    const step = (now) => {
      const part = Math.min(1, (now - began) / RUN);
      at(Math.max(part, 0.0001));
      if (part < 1) state.frame = requestAnimationFrame(step);
    };
    state.frame = requestAnimationFrame(step);
  };
  const again = element("button", { type: "button" }, data.words.again);
  again.addEventListener("click", turn);
  root.replaceChildren(drawing, element("p.note", {}, data.words.scale), again);
  at(1);
  if (!known) turn();
  return () => cancelAnimationFrame(state.frame);
}
