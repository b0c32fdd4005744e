// The bench: sliders, grips, the proof picture and the meters move together, under the finger, without the server.
// Python hears of it when the finger is lifted, and its figures then replace the preview.

const FLIGHT = 2400; // ms for the pieces to cross once

class Bench {
  constructor(root) {
    this.root = root;
    this.shares = { p: [], q: [] };
    this.locked = new Set();
    this.t = 0;
    this.stage = element("div.stage");
    this.scrub = element("input", { type: "range", min: 0, max: 100, step: 1 });
    this.play = element("button.play", { type: "button" });
    this.legend = element("ul.legend");
    this.hint = element("p.hint");
    this.ends = [element("span"), element("span")];
    this.side = element("div.side");
    this.strips = element("div");
    this.readings = element("div");
    this.sentence = element("p.sentence");
    const scrubber = element("div.scrubber", {}, this.play, element("div.track", {}, this.scrub, element("div.ends", { "aria-hidden": "true" }, ...this.ends)));
    root.append(element("section.bench", {},
      this.sentence,
      element("div.layout", {}, element("div.main", {}, this.stage, scrubber, this.legend, this.hint, this.strips), element("div", {}, this.side, this.readings))));
    this.moves = { onGrab: (what) => this.grab(what), onDrag: (what, value) => this.drag(what, value), onDrop: () => this.drop() };
    this.picture = createPicture(this.stage, "proof", this.moves);
    this.rows = createRows(this.side, { ...this.moves, onLock: (i) => this.lock(i), onSize: (by) => this.resize(by) });
    this.meters = createMeter(this.strips, this.readings, "meter");
    this.scrub.oninput = () => this.halt().at(this.scrub.value / 100);
    this.play.onclick = () => this.fly();
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(this.stage);
  }

  update({ data, setStateValue }) {
    const before = this.data;
    this.data = data;
    this.tell = (value) => setStateValue("dials", value);
    if (before?.revision !== data.revision) {
      this.shares = { p: [...data.dials.p], q: [...data.dials.q] };
      this.locked = new Set(data.dials.locked);
      this.start = null;
    }
    const newPicture = before?.revision !== data.revision || JSON.stringify(before.rule) !== JSON.stringify(data.rule);
    if (!this.start) this.top = topFor(this.work());
    if (newPicture && !calm()) this.fly(before ? 250 : 900);
    else if (newPicture) this.at(1);
    this.paint();
  }

  total() {
    return this.shares.p.reduce((all, share) => all + share, 0);
  }

  /** Python's figures where they belong to what is on the bench, else the preview. */
  work() {
    const { dials, workings, warp, scope, rule } = this.data;
    const same = ["p", "q"].every((dial) => String(dials[dial]) === String(this.shares[dial]));
    return same ? workings : workingsOf(lawsOf(this.shares, this.total(), warp, scope), rule);
  }

  grab() {
    this.start ??= { p: [...this.shares.p], q: [...this.shares.q] };
  }

  drag({ dial, index }, value) {
    // from where the drag began: going there and back again changes nothing
    this.shares[dial] = moved(this.start[dial], index, value, this.locked);
    this.top = Math.max(this.top, topFor(this.work()) > 0.999 ? 1 : 0);
    this.soon();
  }

  drop() {
    this.start = null;
    this.top = topFor(this.work());
    this.paint();
    this.report();
  }

  lock(index) {
    if (!this.locked.delete(index)) this.locked.add(index);
    this.paint();
    this.report();
  }

  resize(by) {
    const change = by > 0 ? grown : shrunk;
    this.shares = { p: change(this.shares.p), q: change(this.shares.q) };
    this.locked = new Set([...this.locked].filter((i) => i < this.shares.p.length));
    this.drop();
  }

  report() {
    this.tell({ ...this.shares, locked: [...this.locked].sort() });
  }

  /** At most one painting a frame. */
  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.paint();
    });
  }

  at(t) {
    this.t = t;
    this.soon();
    return this;
  }

  halt() {
    cancelAnimationFrame(this.flying);
    this.flying = null;
    return this;
  }

  fly(wait = 0) {
    this.halt();
    if (calm()) return this.at(this.t < 0.5 ? 1 : 0);
    let began = null;
    this.at(0);
    const step = (now) => {
      began ??= now + wait;
      this.at(clamp((now - began) / FLIGHT, 0, 1));
      this.flying = this.t < 1 ? requestAnimationFrame(step) : null;
    };
    this.flying = requestAnimationFrame(step);
    return this;
  }

  paint() {
    if (!this.data || !this.shares.p.length) return;
    const { text, warp, sentence } = this.data;
    const words = this.data.words.slice(0, this.shares.p.length);
    const work = this.work();
    const missed = work.distance > 1e-9;
    const plain = warp.temperature === 1 && warp.top_k === 0 && warp.top_p === 1;
    const handles = plain && !this.data.fixed ? { ...this.shares, total: this.total(), locked: this.locked } : null;
    this.picture.paint({ words, work, text, t: this.t, top: this.top, handles, label: this.summary(work, words) });
    this.rows.paint({ words, ...this.shares, total: this.total(), locked: this.locked, text, fixed: this.data.fixed, resizable: this.data.resizable, most: this.data.words.length });
    this.meters.paint({ work, words, text, missed });
    this.sentence.replaceChildren(sentence.before, element("span.blank", { "aria-hidden": "true" }, words.join(" · ")), sentence.after);
    this.scrub.value = Math.round(this.t * 100);
    setAll(this.scrub, { "aria-label": text.scrub, "aria-valuetext": this.t < 0.02 ? text.scrub_start : this.t > 0.98 ? text.scrub_end : percent(this.t) });
    this.hint.hidden = plain;
    say(this.hint, text.warped);
    say(this.play, text.fly);
    say(this.ends[0], text.scrub_start);
    say(this.ends[1], text.scrub_end);
    this.explain(text, missed);
  }

  explain(text, missed) {
    const kinds = ["mould", "kept", "returned", "refilled", ...(missed ? ["surplus"] : [])];
    const key = JSON.stringify([kinds, text.legend]);
    if (this.explained === key) return;
    this.explained = key;
    this.legend.replaceChildren(...kinds.map((kind) =>
      element("li", {}, svg("svg", { width: 22, height: 16, "aria-hidden": "true" },
        svg(`rect.${kind}`, { x: 1, y: 1, width: 20, height: 14, fill: ["returned", "refilled", "surplus"].includes(kind) ? `url(#proof-${kind})` : null })),
        text.legend[kind])));
  }

  summary(work, words) {
    const { text } = this.data;
    const lines = words.map((word, i) => fill(text.summary_word, {
      word, q: percent(work.q[i]), p: percent(work.p[i]), kept: percent(work.accepted[i]), returned: percent(work.rejected[i]),
      refilled: percent(work.law[i] - work.accepted[i]), law: percent(work.law[i]) }));
    return [text.summary, ...lines].join(" ");
  }

  destroy() {
    this.halt();
    cancelAnimationFrame(this.frame);
    this.watch.disconnect();
  }
}

const benches = new WeakMap();

export default function (component) {
  const root = component.parentElement.querySelector(".root");
  let bench = benches.get(root);
  if (!bench) benches.set(root, (bench = new Bench(root)));
  bench.update(component);
  return () => {
    bench.destroy();
    benches.delete(root);
  };
}
