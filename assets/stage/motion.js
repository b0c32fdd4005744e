// Movement between two pictures. Everything here is decoration: without it the picture is already right.

function move(node, frames, duration, options = {}) {
  return node.animate(frames, { duration, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards", ...options });
}

/** Slips are laid on the desk, prints fall into place all at once, seals are pressed. */
function animateBench(bench, view, speed) {
  const t = (ms) => ms / speed;
  for (const i of view.fresh.slips) {
    const { slip } = bench.columns[i + 1];
    move(slip, [{ transform: "translateY(2.2em) rotate(7deg)", opacity: 0 }, {}], t(420));
  }
  if (view.fresh.lift) {
    for (const { print, printCell } of bench.columns) {
      if (!printCell.hidden) move(print, [{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], t(900));
    }
  }
  if (view.fresh.prints) {
    for (const { print, printCell } of bench.columns) {
      if (!printCell.hidden) move(print, [{ transform: "translateY(-1.4em) scaleY(.7)", opacity: 0 }, {}], t(380));
    }
    for (const line of bench.lines.querySelectorAll("line")) {
      move(line, [{ strokeDasharray: "1", strokeDashoffset: 1 }, { strokeDasharray: "1", strokeDashoffset: 0 }], t(520), { delay: t(260) });
    }
  }
  for (const i of view.fresh.stamped) {
    const { seal, slip } = bench.columns[i + 1];
    const torn = view.slips[i].state === "torn";
    if (torn) move(slip, [{ transform: "none" }, { transform: "translateY(.9em) rotate(-6deg)", opacity: 0.6 }, {}], t(650), { delay: t(60 * i) });
    press(seal, t);
  }
  if (view.fresh.emitted) {
    const { own } = bench.columns[view.emitted.print + 1];
    press(bench.columns[view.emitted.print].print.lastChild, t, 200);
    move(own, [{ transform: "translateY(-3.5em)", opacity: 0 }, {}], t(480));
    press(own.lastChild, t, 300);
  }
}

function press(place, t, delay = 0) {
  move(place, [{ transform: "scale(2.1) rotate(-16deg)", opacity: 0 }, { transform: "scale(.94)", opacity: 1, offset: 0.7 }, {}], t(320), { delay: t(delay) });
}

/** Kept words travel from the desk into the book: a copy flies, the word itself appears when it lands. */
function flyToBook(layer, bench, view, spans, speed) {
  const accepted = view.slips.filter((slip) => slip.verdict === "accepted").map((slip) => bench.columns[slip.index + 1].slip);
  const own = view.emitted ? bench.ownOf(view.emitted) : null;
  const sources = own ? [...accepted, own] : accepted;
  const frame = layer.getBoundingClientRect();
  spans.forEach((span, i) => {
    const source = sources[i];
    const ink = span.querySelector(".ink");
    if (!source || !ink) return;
    const from = source.getBoundingClientRect();
    const to = ink.getBoundingClientRect();
    const copy = element("span.flyer", { "aria-hidden": "true" }, ink.textContent);
    setData(copy, "mark", span.dataset.mark);
    copy.style.left = `${to.left - frame.left}px`;
    copy.style.top = `${to.top - frame.top}px`;
    layer.append(copy);
    const delay = (120 * i) / speed;
    const start = `translate(${from.left + from.width / 2 - to.left - to.width / 2}px, ${from.top - to.top}px)`;
    const flight = move(copy, [{ transform: start }, { transform: "none" }], 620 / speed, { delay });
    move(ink, [{ opacity: 0 }, { opacity: 0, offset: 0.98 }, { opacity: 1 }], 620 / speed, { delay });
    flight.onfinish = flight.oncancel = () => copy.remove();
  });
}
