// The dials as rows of sliders: for keys and screen readers, for exact figures, for locking a word.

function createRows(host, { onGrab, onDrag, onDrop, onLock, onSize }) {
  const list = element("div.rows", { role: "group" });
  const fewer = element("button.step", { type: "button" }, "−");
  const more = element("button.step", { type: "button" }, "+");
  const count = element("span.count");
  const size = element("div.size", {}, fewer, count, more);
  host.append(list, size);
  fewer.onclick = () => onSize(-1);
  more.onclick = () => onSize(1);
  let rows = [];

  function build(length, text) {
    const head = element("div.row.head", { "aria-hidden": "true" },
      element("span"), element("span.who.of-q", {}, text.mogu), element("span.who.of-p", {}, text.oracle));
    rows = Array.from({ length }, (_, index) => row(index));
    list.replaceChildren(head, ...rows.map((one) => one.node));
  }

  function row(index) {
    const word = element("span.name");
    const lock = element("button.lock", { type: "button", "aria-pressed": "false" }, padlock());
    lock.onclick = () => onLock(index);
    const sliders = Object.fromEntries(["q", "p"].map((dial) => [dial, slider(dial, index)]));
    const node = element("div.row", {}, element("div.title", {}, lock, word), sliders.q.node, sliders.p.node);
    return { node, word, lock, sliders };
  }

  function slider(dial, index) {
    const input = element(`input.range.of-${dial}`, { type: "range", min: 0, step: 1 });
    const figure = element("output.figure", { "aria-hidden": "true" });
    input.addEventListener("input", () => {
      onGrab({ dial, index });
      onDrag({ dial, index }, Number(input.value));
    });
    input.addEventListener("change", () => onDrop());
    return { input, figure, node: element(`label.dial.of-${dial}`, {}, input, figure) };
  }

  function paint({ words, p, q, total, locked, text, fixed, resizable, most }) {
    if (rows.length !== p.length || list.dataset.head !== text.mogu) build(p.length, text);
    list.dataset.head = text.mogu;
    setAll(list, { "aria-label": text.rows });
    rows.forEach(({ word, lock, sliders }, i) => {
      say(word, words[i]);
      lock.disabled = fixed;
      setAll(lock, { "aria-pressed": String(locked.has(i)), "aria-label": fill(text.lock, { word: words[i] }), title: fill(text.lock, { word: words[i] }) });
      for (const [dial, shares] of Object.entries({ q, p })) {
        const { input, figure } = sliders[dial];
        const share = percent(shares[i] / total);
        setAll(input, { max: total, "aria-label": fill(text[`share_${dial}`], { word: words[i] }), "aria-valuetext": share });
        input.disabled = fixed;
        if (Number(input.value) !== shares[i]) input.value = shares[i];
        say(figure, share);
      }
    });
    size.hidden = !resizable || fixed;
    fewer.disabled = p.length <= 3;
    more.disabled = p.length >= most;
    setAll(fewer, { "aria-label": text.fewer });
    setAll(more, { "aria-label": text.more });
    say(count, fill(text.count, { n: p.length }));
  }

  return { paint };
}

function padlock() {
  return svg("svg", { viewBox: "0 0 20 22", width: 18, height: 20, "aria-hidden": "true" },
    svg("path.bow", { d: "M6 10 V7 a4 4 0 0 1 8 0 V10", fill: "none" }), svg("rect.body", { x: 3.5, y: 10, width: 13, height: 9, rx: 2 }));
}
