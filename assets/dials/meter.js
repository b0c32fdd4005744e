// Under the picture: the same masses laid end to end (is there as much room as there is to put in?), how much is kept,
// and the hedgehog flavour: how far what is written lies from p.

function createMeter(below, beside, id) {
  const sent = strip("sent");
  const room = strip("room");
  const verdict = element("p.fit");
  const flavour = element("div.flavour", {}, hedgehog(), element("div.reading"));
  const kept = element("div.alpha", {}, element("div.reading"), element("div.gauge", { "aria-hidden": "true" }, element("span.fill")));
  below.append(element("div.strips", {}, sent.node, room.node, verdict));
  beside.append(element("div.readings", {}, flavour, kept));

  function strip(kind) {
    const [name, figure] = [element("span.strip-name"), element("span.strip-figure")];
    const bar = svg("svg.strip", { "data-kind": kind, height: 22, preserveAspectRatio: "none", "aria-hidden": "true" });
    return { node: element("div.strip-row", {}, name, bar, figure), name, figure, bar };
  }

  function lay(part, name, masses, words, pattern, longest) {
    say(part.name, name);
    say(part.figure, percent(masses.reduce((a, b) => a + b, 0)));
    const width = Math.max(60, part.bar.clientWidth || 300);
    setAll(part.bar, { viewBox: `0 0 ${width} 22` });
    let x = 1;
    part.bar.replaceChildren(
      ...(pattern === "returned" ? [patterns(`${id}-strip`)] : []),
      ...masses.flatMap((mass, i) => {
        if (mass < LEAST) return [];
        const long = (mass / longest) * (width - 2);
        const box = svg(`rect.part.${pattern}`, { x, y: 1, width: long, height: 20, fill: pattern === "returned" ? `url(#${id}-strip-returned)` : null });
        const label = widthOf(words[i], 13) < long - 6 ? [svg("text.label.on-piece", { x: x + long / 2, y: 16, "text-anchor": "middle" }, words[i])] : [];
        x += long;
        return [box, ...label];
      }),
    );
  }

  function paint({ work, words, text, missed }) {
    const open = work.p.map((mass, i) => Math.max(0, mass - work.accepted[i]));
    const [out, free] = [work.rejected, open].map((masses) => masses.reduce((a, b) => a + b, 0));
    const longest = Math.max(out, free, 0.3);
    lay(sent, text.sent, work.rejected, words, "returned", longest);
    lay(room, text.room, open, words, "mould", longest);
    say(verdict, verdictOf({ work, text, out, free, missed }));
    verdict.dataset.missed = String(missed);
    say(kept.firstChild, fill(text.alpha, { alpha: percent(work.alpha) }));
    kept.querySelector(".fill").style.width = `${clamp(work.alpha, 0, 1) * 100}%`;
    say(flavour.lastChild, fill(text.flavour, { tv: percent(missed ? work.distance : 0) }));
    bristle(flavour.firstChild, missed ? work.distance : 0);
  }

  return { paint };
}

function verdictOf({ work, text, out, free, missed }) {
  const values = { out: percent(out), room: percent(free), tv: percent(work.distance) };
  if (!missed) return fill(out < LEAST ? text.fits_all : text.fits, values);
  if (Math.abs(out - free) > LEAST) return fill(text.overfull, values);
  return fill(text.misplaced, values);
}

const SPINES = 13;

/** Mogu from the side, hat on. Smooth at 0; the spines grow with the distance. */
function hedgehog() {
  const coat = svg("path.coat", { d: "" });
  return svg("svg.hedgehog", { viewBox: "0 0 120 78", width: 104, height: 68, "aria-hidden": "true" },
    coat,
    svg("path.body", { d: "M18 66 C14 42 34 26 60 26 C84 26 96 40 100 54 L112 60 C114 62 113 65 110 66 Z" }),
    svg("circle.eye", { cx: 95, cy: 52, r: 2.6 }),
    svg("circle.nose", { cx: 112, cy: 62, r: 3 }),
    svg("path.foot", { d: "M36 66 v5 M84 66 v5" }),
    svg("path.stem", { d: "M66 30 q6 -6 13 1" }),
    svg("path.hat", { d: "M50 28 C50 12 66 6 78 12 C90 17 95 28 93 34 C80 27 64 24 50 28 Z" }),
    svg("circle.dot", { cx: 66, cy: 18, r: 2.6 }), svg("circle.dot", { cx: 80, cy: 21, r: 2.2 }));
}

function bristle(drawing, distance) {
  const long = distance > 0 ? 3 + 25 * Math.min(1, Math.sqrt(distance * 1.6)) : 0;
  let path = "";
  for (let i = 0; i < SPINES; i += 1) {
    const angle = Math.PI * (1.02 + (0.62 * i) / (SPINES - 1));
    const [x, y] = [60 + 41 * Math.cos(angle), 66 + 38 * Math.sin(angle)];
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    path += `M${x - 4 * dy} ${y + 4 * dx} L${x + long * dx} ${y + long * dy} L${x + 4 * dy} ${y - 4 * dx} `;
  }
  drawing.querySelector(".coat").setAttribute("d", path);
  drawing.dataset.bristles = String(distance > 0);
}
