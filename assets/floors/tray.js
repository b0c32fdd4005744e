// Floor 3: a row of slips and the prints of one pass. The print below a word is what the Oracle says after it; the
// slanted line leads to the slip that it judges, the next one. Shows what it is given.

const [SLIP_TOP, SLIP_HEIGHT, PRINT_TOP, PRINT_HEIGHT] = [22, 40, 130, 38];
const NARROW = 500; // pixels of the page: below, everything moves closer together

/** About how wide a word is, in pixels of the heading's face at 17 px. */
function widthOf(text) {
  let width = 0;
  for (const letter of text) width += letter.codePointAt(0) > 0x2e80 ? 17.5 : 9.8;
  return width;
}

function centred(spec, x, y, text, attributes = {}) {
  return svg(spec, { x, y, "text-anchor": "middle", ...attributes }, text);
}

function drawing(data, narrow) {
  const above = [data.last, ...data.slips];
  const [least, room, gap] = narrow ? [48, 12, 10] : [66, 24, 16];
  const cell = Math.max(least, ...[...above, ...data.prints.map((entry) => entry.text)].map((text) => widthOf(text) + room));
  const step = cell + gap;
  const height = PRINT_TOP + PRINT_HEIGHT + (data.changed ? 46 : 30);
  const width = step * above.length + 64;
  const scene = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  above.forEach((word, index) => {
    const [left, middle] = [4 + index * step, 4 + index * step + cell / 2];
    const print = data.prints[index];
    const slip = index > 0;
    scene.append(
      centred("text", middle, 14, slip ? fill(data.words.slip, { n: index }) : data.words.last),
      svg(slip ? "rect.slip" : "rect.book", { x: left, y: SLIP_TOP, width: cell, height: SLIP_HEIGHT, rx: slip ? 2 : 6,
        "data-swapped": slip && data.swapped === index - 1 }),
      centred(slip ? "text.word" : "text.given", middle, SLIP_TOP + 26, word, { lang: data.language }),
      svg("path.stem", { d: `M${middle} ${SLIP_TOP + SLIP_HEIGHT} V${PRINT_TOP}` }),
      svg("rect.print", { x: left, y: PRINT_TOP, width: cell, height: PRINT_HEIGHT, rx: 6, "data-changed": data.changed?.[index] }),
      centred("text.word", middle, PRINT_TOP + 25, print.text, { lang: data.language }),
      centred("text.share", middle, PRINT_TOP + PRINT_HEIGHT + 16, percent(print.p)));
    if (data.changed) scene.append(centred("text.mark", middle, PRINT_TOP + PRINT_HEIGHT + 34, data.changed[index] ? data.words.changed : data.words.same));
    const [fromX, fromY] = [left + cell - 6, PRINT_TOP];
    if (index < above.length - 1) {
      const [toX, toY] = [left + step + 10, SLIP_TOP + SLIP_HEIGHT + 3];
      const angle = Math.atan2(toY - fromY, toX - fromX) * 180 / Math.PI;
      scene.append(svg("path.way", { d: `M${fromX} ${fromY} L${toX} ${toY}` }),
        svg("path.head", { d: "M2 0 L-9 -5 L-9 5 Z", transform: `translate(${toX} ${toY}) rotate(${angle})` }));
    } else {
      scene.append(svg("text", { x: left + cell + 8, y: PRINT_TOP + 16 }, data.words.bonus_one), svg("text", { x: left + cell + 8, y: PRINT_TOP + 33 }, data.words.bonus_two));
    }
  });
  return scene;
}

function told(data) {
  const above = [data.last, ...data.slips];
  return above.map((word, index) => {
    const values = { word, print: data.prints[index].text, share: percent(data.prints[index].p), next: above[index + 1] };
    const said = fill(index < above.length - 1 ? data.words.judges : data.words.judges_none, values);
    return data.changed ? `${said} ${data.changed[index] ? data.words.changed : data.words.same}` : said;
  });
}

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".tray");
  root.dataset.mode = data.mode;
  const list = element("ul.sr", {}, ...told(data).map((line) => element("li", {}, line)));
  root.replaceChildren(element("div.scroll", { role: "group", tabindex: "0", "aria-label": data.words.label }, drawing(data, root.clientWidth < NARROW), list));
}
