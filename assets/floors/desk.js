// Floor 4: the learner stamps a round by hand. Above, the Oracle's prints; below, Mogu's slips; a slanted line leads from
// each print to the place that it decides. Each place asks for a stamp and for the word to write. The answer comes from
// Python, after the learner's has gone there; nothing here knows it before. Uses the stage's words.js, seals.js, measure.js.

const DESK_STAMPS = ["accepted", "rejected", "discarded"];
const DESK_NARROW = 620;
let deskCount = 0;

class Desk {
  constructor(root) {
    this.root = root;
    this.name = `desk-${(deskCount += 1)}`; // radio groups of two desks must not mix
    this.lines = svg("svg", { class: "joints", "aria-hidden": "true" });
    this.row = element("div.desk-row", {}, this.lines);
    this.book = element("p.desk-book");
    this.theirs = element("p.desk-book.engine");
    this.status = element("p.desk-status", { role: "status", "aria-live": "polite" });
    this.compare = element("button.desk-compare", { type: "button" });
    this.compare.onclick = () => this.report();
    root.append(this.row, element("div.desk-foot", {}, this.book, this.theirs, element("div.desk-act", {}, this.compare, this.status)));
    this.observer = new ResizeObserver(() => this.layout());
    this.observer.observe(root);
  }

  update({ data, setStateValue }) {
    const fresh = this.data?.id !== data.id;
    this.data = data;
    this.tell = (value) => setStateValue("stamped", value);
    if (fresh) this.chosen = { stamps: data.slips.map(() => null), written: data.prints.map(() => null) };
    if (data.kept) this.chosen = { stamps: [...data.kept.stamps], written: [...data.kept.written] };
    setData(this.root, "mode", modeOf(this.root));
    setData(this.root, "presenter", data.presenter);
    this.build();
    this.paint();
  }

  destroy() {
    this.observer.disconnect();
  }

  build() {
    const { data } = this;
    const shape = JSON.stringify([data.id, data.answer, data.words]);
    if (this.shape === shape) return;
    this.shape = shape;
    this.row.style.setProperty("--count", String(data.slips.length + 2));
    this.columns = Array.from({ length: data.slips.length + 2 }, (_, c) => this.column(c));
    this.row.replaceChildren(this.lines, ...this.columns.map((column) => column.node));
    this.compare.textContent = data.words.compare;
    this.compare.hidden = Boolean(data.answer);
    this.layout();
  }

  /** Column 0 is the last written word, columns 1..k the slips, the last one the place for a bonus. */
  column(c) {
    const { data } = this;
    const k = data.slips.length;
    const print = c <= k ? this.print(c) : null;
    const card = c === 0 ? this.lastWord() : c <= k ? this.slip(c) : element("span.desk-place", {}, data.words.bonus);
    const parts = [];
    if (c >= 1 && c <= k) parts.push(this.stampGroup(c - 1));
    if (c >= 1) parts.push(this.writeGroup(c - 1));
    const node = element("div.desk-column", { "data-role": c === 0 ? "last" : c <= k ? "slip" : "bonus" }, print, element("div.desk-card", {}, card), ...parts);
    return { node, print, card };
  }

  print(c) {
    const { data } = this;
    const word = setToken(element("span.print-word"), data.prints[c]);
    const label = c === 0 ? fill(data.words.after_last, { word: spoken(data.last) }) : fill(data.words.after_slip, { n: c });
    return element("div.desk-print", {}, element("span.desk-label", {}, label), word);
  }

  lastWord() {
    const word = setToken(element("span.last-word"), this.data.last);
    return element("div.desk-last", {}, element("span.desk-label", {}, this.data.words.last), word);
  }

  slip(c) {
    const word = setToken(element("span.slip-word"), this.data.slips[c - 1]);
    return element("div.desk-slip", {}, element("span.desk-label", {}, fill(this.data.words.slip, { n: c })), word);
  }

  stampGroup(slip) {
    const { words, answer } = this.data;
    const options = DESK_STAMPS.map((kind) => ({ value: kind, face: [sealOf(kind, words.stamps[kind])], name: words.stamps[kind] }));
    const name = fill(words.stamp_for, { n: slip + 1, word: spoken(this.data.slips[slip]) });
    return this.group("stamps", slip, name, words.stamp, options, answer?.stamps[slip]);
  }

  writeGroup(place) {
    const { words, answer, slips, prints } = this.data;
    const options = [];
    const same = slips[place] === prints[place];
    const token = (text, kind) => [setToken(element(`span.pick.${kind}`), text)];
    if (place < slips.length) options.push({ value: "slip", face: token(slips[place], "paper"), name: spoken(slips[place]) });
    if (!same) options.push({ value: "print", face: token(prints[place], "copper"), name: spoken(prints[place]) });
    options.push({ value: "none", face: [element("span.pick.nothing", {}, words.nothing)], name: words.nothing });
    const name = fill(words.write_for, { n: place + 1 });
    return this.group("written", place, name, words.write, options, answer?.written[place]);
  }

  group(kind, index, name, label, options, right) {
    const done = Boolean(this.data.answer);
    const field = element("fieldset.desk-group", { "data-kind": kind, disabled: done }, element("legend", {}, name), element("span.desk-label", { "aria-hidden": "true" }, label));
    const list = element("div.desk-options");
    for (const { value, face, name: spokenName } of options) {
      const input = element("input", { type: "radio", name: `${this.name}-${kind}-${index}`, value, "aria-label": spokenName });
      input.checked = this.chosen[kind][index] === value;
      input.onchange = () => {
        this.chosen[kind][index] = value;
        this.paint();
      };
      const option = element("label.desk-option", { "data-right": done && right === value }, input, ...face);
      list.append(option);
    }
    field.append(list);
    if (done) field.append(this.verdict(kind, this.chosen[kind][index], right));
    return field;
  }

  /** The engine's choice beside the learner's: a sign, a word, and where they differ the engine's own stamp. */
  verdict(kind, chosen, right) {
    const { words } = this.data;
    const same = chosen === right;
    const sign = svg("svg", { viewBox: "-7 -7 14 14", class: "desk-sign", "aria-hidden": "true" }, svg("path", { d: same ? "M-4 0L-1 3L4 -4" : "M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5" }));
    const told = same ? words.same : kind === "stamps" ? fill(words.engine_stamp, { stamp: words.stamps[right] }) : words.engine_word;
    return element("p.desk-verdict", { "data-same": same }, sign, told);
  }

  open() {
    return [...this.chosen.stamps, ...this.chosen.written].filter((value) => value === null).length;
  }

  paint() {
    const { data } = this;
    const { words } = data;
    const open = this.open();
    this.compare.disabled = open > 0;
    setText(this.status, data.answer ? "" : open ? fill(words.open, { n: open }) : words.ready);
    this.writeOut(this.book, words.your_book, this.chosen.written);
    this.theirs.hidden = !data.answer;
    if (data.answer) this.writeOut(this.theirs, words.engine_book, data.answer.written);
    for (const option of this.root.querySelectorAll(".desk-option")) setData(option, "chosen", option.firstChild.checked);
  }

  /** The line as it would stand in the book; a gap ends nothing, so that a wrong choice can be seen. */
  writeOut(line, label, sources) {
    const { data } = this;
    const words = sources.map((source, place) => {
      if (source === "slip") return element("span.w.paper", {}, data.raws.slips[place]);
      if (source === "print") return element("span.w.copper", {}, data.raws.prints[place]);
      return source === null ? element("span.w.hole", {}, " … ") : null;
    });
    line.replaceChildren(element("span.desk-label", {}, label), element("span.before", {}, data.before), ...words.filter(Boolean));
  }

  report() {
    if (this.open() || this.data.answer) return;
    // a report equal to an earlier one would be no news to the server: `at` makes it one
    this.tell({ id: this.data.id, stamps: this.chosen.stamps, written: this.chosen.written, at: Date.now() });
  }

  layout() {
    if (!this.columns) return;
    const narrow = this.root.clientWidth < DESK_NARROW || this.root.clientWidth / this.columns.length < 118;
    setData(this.root, "flow", narrow ? "rows" : "columns");
    const box = this.row.getBoundingClientRect();
    if (!box.width) return;
    this.lines.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    this.lines.replaceChildren(...this.columns.slice(1).map((column, index) => {
      const from = this.columns[index].print.getBoundingClientRect();
      const to = column.card.getBoundingClientRect();
      const ends = narrow
        ? [from.left + 8 - box.left, from.bottom - box.top, to.right - box.left + 3, to.top + to.height / 2 - box.top]
        : [from.left + from.width / 2 - box.left, from.bottom - box.top, to.left + to.width / 2 - box.left, to.top - box.top - 3];
      const [x1, y1, x2, y2] = ends;
      return svg("line", { x1, y1, x2, y2 });
    }));
  }
}

const desks = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".desk");
  let desk = desks.get(parentElement);
  if (!desk) {
    desk = new Desk(root);
    desks.set(parentElement, desk);
  }
  desk.update({ data, setStateValue });
  return () => {
    desk.destroy();
    desks.delete(parentElement);
    root.replaceChildren();
  };
}
