// The proof in one picture. Brass moulds hold what p asks for; Mogu delivers by q. What sticks out of a mould is cut
// off, and the cut pieces fill the moulds that are not full: exactly, or else the rule is wrong and it shows.

function createPicture(host, id, { onGrab, onDrag, onDrop }) {
  const masses = svg("g");
  const grips = svg("g");
  const board = svg("svg.picture", { role: "img" }, patterns(id), masses, grips);
  host.append(board);
  let view = null;
  let held = null; // {dial, index}: the grip under the finger
  let grid = null;

  function paint(next) {
    view = next;
    const width = Math.max(280, host.clientWidth);
    grid = gridOf(width, clamp(width * 0.62, 330, 452), view.work.p.length);
    setAll(board, { viewBox: `0 0 ${grid.width} ${grid.height}`, height: grid.height, "aria-label": view.label });
    masses.replaceChildren(
      ...axis(grid, view.top),
      ...view.work.p.flatMap((_, i) => mould(i)),
      ...flyingPieces(),
      ...view.work.p.flatMap((_, i) => caps(i)),
    );
    placeGrips();
  }

  const height = (mass) => (mass * grid.tall) / view.top;
  const level = (mass) => grid.floor - height(mass);
  const left = (i) => grid.centre(i) - grid.bar / 2;

  function block(kind, i, from, to, attributes = {}) {
    return svg(`rect.${kind}`, { x: left(i), y: level(to), width: grid.bar, height: Math.max(0, height(to - from)), ...attributes });
  }

  function label(kind, x, y, texts, room, tall) {
    const size = 13;
    const fits = tall >= size + 3 ? texts.find((text) => widthOf(text, size) <= room) : null;
    return fits ? [svg(`text.label.${kind}`, { x, y: y + size * 0.36, "text-anchor": "middle" }, fits)] : [];
  }

  /** One word's mould, and what was kept in it. */
  function mould(i) {
    const { work, text, words } = view;
    const share = percent(work.accepted[i]);
    const nodes = [block("mould", i, 0, work.p[i])];
    if (work.accepted[i] > LEAST) {
      nodes.push(block("kept", i, 0, work.accepted[i]));
      nodes.push(...label("on-kept", grid.centre(i), level(work.accepted[i] / 2), [`${text.kept} ${share}`, share], grid.bar - 6, height(work.accepted[i])));
    }
    if (work.rejected[i] > LEAST) nodes.push(block("ghost", i, work.accepted[i], work.drawn[i], { opacity: clamp(view.t * 3, 0, 1) }));
    nodes.push(svg("text.word", { x: grid.centre(i), y: grid.floor + 25, "text-anchor": "middle", style: `font-size:${wordSize(words)}px` }, words[i]));
    nodes.push(svg("text.value.of-q", { x: grid.centre(i), y: grid.floor + 48, "text-anchor": "middle" }, narrow() ? bareNumber(work.q[i]) : percent(work.q[i])));
    nodes.push(svg("text.value.of-p", { x: grid.centre(i), y: grid.floor + 68, "text-anchor": "middle" }, narrow() ? bareNumber(work.p[i]) : percent(work.p[i])));
    return nodes;
  }

  const narrow = () => grid.column < 52;
  const wordSize = (words) => clamp((grid.column - 6) / Math.max(1, ...words.map((word) => widthOf(word, 1))), 10, 22);

  function flyingPieces() {
    const pieces = piecesOf(view.work);
    return pieces.flatMap((piece, order) => {
      const s = flight(view.t, order, pieces.length);
      const box = pieceBox(piece, s, grid, view.top);
      const share = percent(piece.mass);
      const texts = s < 0.5 ? [`${view.text.returned} ${share}`, share] : [`${view.text.refilled} ${share}`, share];
      return [
        svg("rect.returned", { ...box, fill: `url(#${id}-returned)` }),
        svg("rect.refilled", { ...box, fill: `url(#${id}-refilled)`, opacity: s }),
        ...label("on-piece", box.x + box.width / 2, box.y + box.height / 2, texts, box.width - 4, box.height),
      ];
    });
  }

  /** The two levels, and what does not fit once everything is written. */
  function caps(i) {
    const { work } = view;
    const [x, reach] = [left(i), Math.min(16, (grid.column - grid.bar) / 2)];
    const nodes = [
      svg("path.cap-q", { d: `M${x - reach} ${level(work.q[i])} H${x + grid.bar}` }),
      svg("path.cap-p", { d: `M${x} ${level(work.p[i])} H${x + grid.bar + reach}` }),
    ];
    const done = clamp(view.t * 5 - 4, 0, 1);
    const gap = work.law[i] - work.p[i];
    if (done && gap > LEAST) {
      nodes.push(block("surplus", i, work.p[i], work.law[i], { fill: `url(#${id}-surplus)`, opacity: done }));
      nodes.push(svg("path.spines", { d: spines(x, level(work.law[i]), grid.bar, 10), opacity: done }));
      nodes.push(svg("text.gap.much", { x: grid.centre(i), y: level(work.law[i]) - 15, "text-anchor": "middle", opacity: done }, `+${narrow() ? bareNumber(gap) : percent(gap)}`));
    } else if (done && gap < -LEAST) {
      const inside = height(-gap) > 18 ? level(work.p[i] + gap / 2) + 5 : level(work.p[i]) - 7;
      nodes.push(svg("text.gap.little", { x: grid.centre(i), y: inside, "text-anchor": "middle", opacity: done }, `−${narrow() ? bareNumber(-gap) : percent(-gap)}`));
    }
    return nodes;
  }

  /** Grips stay the same elements while they are dragged. */
  function placeGrips() {
    const count = view.handles ? view.work.p.length : 0;
    if (grips.childElementCount !== 2 * count) {
      grips.replaceChildren(...Array.from({ length: count }, (_, i) => ["q", "p"].map((dial) => grip(dial, i))).flat());
    }
    [...grips.children].forEach((node) => {
      const [dial, i] = [node.dataset.dial, Number(node.dataset.index)];
      const reach = Math.min(16, (grid.column - grid.bar) / 2);
      const x = dial === "q" ? left(i) - reach + 2 : left(i) + grid.bar + reach - 2;
      const room = Math.min(44, grid.column / 2);
      setAll(node, { transform: `translate(${x} ${level(view.handles[dial][i] / view.handles.total)})` });
      node.toggleAttribute("data-small", grid.column < 62);
      setAll(node.firstChild, { x: dial === "q" ? -room / 3 : (-2 * room) / 3, y: -22, width: room, height: 44 });
      node.toggleAttribute("data-locked", view.handles.locked.has(i));
    });
  }

  function grip(dial, index) {
    const shape = dial === "q" ? svg("circle.knob", { r: 7 }) : svg("path.knob", { d: "M0 -9 L9 0 L0 9 L-9 0 Z" });
    const node = svg("g.grip", { "data-dial": dial, "data-index": index, "aria-hidden": "true" }, svg("rect.reach", {}), shape);
    const value = (event) => {
      const box = board.getBoundingClientRect();
      const y = ((event.clientY - box.top) * grid.height) / box.height;
      return ((grid.floor - y) / grid.tall) * view.top * view.handles.total;
    };
    node.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      node.setPointerCapture(event.pointerId);
      held = { dial, index };
      onGrab(held);
    });
    node.addEventListener("pointermove", (event) => held && onDrag(held, clamp(value(event), 0, view.top * view.handles.total)));
    const drop = () => {
      if (!held) return;
      held = null;
      onDrop();
    };
    node.addEventListener("pointerup", drop);
    node.addEventListener("pointercancel", drop);
    return node;
  }

  return { paint, repaint: () => view && paint(view) };
}

function axis(grid, top) {
  const step = top > 0.55 ? 0.2 : 0.1;
  const nodes = [];
  for (let tick = 0; tick <= top + 1e-9; tick += step) {
    const y = grid.floor - (tick * grid.tall) / top;
    nodes.push(svg("path.grid", { d: `M${EDGE.left - 4} ${y} H${grid.width - EDGE.right}`, "data-floor": tick === 0 }));
    nodes.push(svg("text.tick", { x: EDGE.left - 9, y: y + 4, "text-anchor": "end" }, percent(tick)));
  }
  nodes.push(svg("circle.mark-q", { cx: 12, cy: grid.floor + 43, r: 5 }), svg("text.value.of-q", { x: 22, y: grid.floor + 48 }, "q"));
  nodes.push(svg("path.mark-p", { d: `M12 ${grid.floor + 57} l6 6 l-6 6 l-6 -6 z` }), svg("text.value.of-p", { x: 22, y: grid.floor + 68 }, "p"));
  return nodes;
}
