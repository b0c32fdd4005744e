// Floor 1: the loop of one word a haul. Text goes in, the tome goes up, the dial gives a word, the word joins the text.
// Everything shown comes in as data; only what is new since the last data moves. Keeps the last run's length, no more.

const RISE = 620;

function plate(token, kind) {
  return element(`span.plate.${kind}`, {}, token);
}

function textStrip(data) {
  const strip = element("p.strip", { lang: data.language });
  strip.append(element("span.sr", {}, `${data.words.text} `), ...data.prompt.map((word) => plate(word, "given")));
  strip.append(...data.written.map((word) => plate(word, "copper")));
  if (data.finished) strip.append(element("span.plate.end", {}, data.words.end));
  return strip;
}

function dialRow([word, share], chosen, widest) {
  const bar = element("span.bar", { style: `--share: ${share / widest}` });
  return element("li", { "data-chosen": chosen }, element("span.word", {}, word), bar, element("span.value", {}, percent(share)));
}

function dialOf(rows, label, chosen) {
  const widest = Math.max(...rows.map(([, share]) => share), 1e-9);
  const list = element("ol.dial", { "aria-label": label });
  list.append(...rows.map((row, index) => dialRow(row, index === chosen, widest)));
  return list;
}

function machine(data, art) {
  const shaft = element("div.shaft", { "aria-hidden": "true" }, element("div.tome"));
  shaft.firstChild.innerHTML = art.tome;
  const oracle = element("div.oracle", { "aria-hidden": "true" });
  oracle.innerHTML = art.oracle;
  const count = element("p.count", {}, `${data.words.hauls} `, element("b", {}, String(data.hauls)));
  return element("div.machine", {}, shaft, oracle, count);
}

/** Why two at once fails: the second word's row has no input, and each guess for it gives another dial. */
function twoAtOnce(data) {
  const { two, words } = data;
  const rows = two.map(({ first, share, then }) =>
    element("div.guess", {},
      element("p.sentence", { lang: data.language }, plate(data.tail, "given"), plate(first, "maybe")),
      element("p.small", {}, fill(words.maybe, { share: percent(share) })),
      dialOf(then, fill(words.dial_after, { word: first }), 0)));
  return element("div.two", {},
    element("p.blank", {}, plate(data.tail, "given"), plate("?", "hole"), element("span.arrow", { "aria-hidden": "true" }, "→"), element("b", {}, words.no_input)),
    element("p", {}, words.guesses),
    element("div.guesses", {}, ...rows));
}

function arrow(path, head) {
  return svg("svg.way", { viewBox: "0 0 40 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: path, "vector-effect": "non-scaling-stroke" }), svg("path.head", { d: head }));
}

function animate(root, data) {
  if (calm()) return;
  const tome = root.querySelector(".tome");
  tome.animate([{ transform: "translateY(var(--depth))" }, { transform: "none" }], { duration: RISE, easing: "cubic-bezier(.45,.05,.3,1)" });
  for (const bar of root.querySelectorAll(".machine + * .bar")) {
    bar.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 260, delay: RISE * 0.75, fill: "backwards", easing: "ease-out" });
  }
  const fresh = [...root.querySelectorAll(".plate.copper")].at(-1);
  fresh?.animate([{ opacity: 0, transform: "translate(3rem, 5rem)" }, { opacity: 1, transform: "none" }],
    { duration: 420, delay: RISE, fill: "backwards", easing: "cubic-bezier(.2,.7,.2,1)" });
}

export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".loop");
  const grew = root.dataset.run === data.id && Number(root.dataset.length) < data.written.length;
  root.dataset.mode = data.mode;
  root.dataset.run = data.id;
  root.dataset.length = data.written.length;
  const said = data.written.length ? fill(data.words.said, { word: data.written.at(-1), hauls: data.hauls }) : "";
  const parts = data.two
    ? [textStrip(data), twoAtOnce(data)]
    : [
        textStrip(data),
        element("div.circuit", {},
          element("div.down", {}, arrow("M38 4 Q8 4 8 30 V88", "M2 80 L8 94 L14 80"), element("span", {}, data.words.goes_in)),
          machine(data, LOOP_ART),
          element("div.face", {}, element("p.small", {}, data.dial_label), dialOf(data.dial, data.dial_label, 0)),
          element("div.up", {}, arrow("M2 96 Q32 96 32 70 V10", "M26 20 L32 6 L38 20"), element("span", {}, data.words.joins))),
      ];
  let status = root.querySelector(".status");
  if (!status) status = element("p.status.sr", { role: "status" });
  root.replaceChildren(...parts, status);
  say(status, said);
  if (grew && !data.two) animate(root, data);
}
