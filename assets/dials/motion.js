// One draw after another, as Python drew them: dial, slip, u on the line, stamp, the other dial if need be, the book.
// Every picture is a function of (draw, time in it), so a draw can be slow, quick, or only its result.

const TIMES = { spin: [0, 1700], slip: [1700, 2150], fall: [2350, 3250], stamp: [3500, 3800], spin2: [4300, 5700], stamp2: [5900, 6200] };
const ENDS = { kept: 4600, returned: 7000 };
const SHOWN = 24; // words of the book in view

class Motion {
  constructor(root) {
    this.n = 0; // draws that are over
    this.running = null;
    const panel = (kind) => {
      const parts = { title: element("h3"), picture: element("div.picture-of"), tally: element("div") };
      parts.node = element(`div.panel.${kind}`, {}, parts.title, parts.picture, parts.tally);
      return parts;
    };
    this.panels = { mogu: panel("mogu"), trial: panel("trial"), other: panel("other"), book: panel("book") };
    this.wheel = createWheel(this.panels.mogu.picture, "moss");
    this.trial = createTrial(this.panels.trial.picture);
    this.other = createWheel(this.panels.other.picture, "gold");
    this.otherSeal = element("div.seal-of-other", { "aria-hidden": "true" });
    this.panels.other.picture.append(this.otherSeal);
    this.page = element("p.page");
    this.panels.book.picture.append(this.page);
    this.tallies = Object.fromEntries([["mogu", "drawn"], ["trial", "trial"], ["other", "refilled"], ["book", "written"]].map(([name, kind]) => [name, createTally(this.panels[name].tally, kind)]));
    this.buttons = Object.fromEntries(["one", "ten", "hundred", "run", "again"].map((act) => [act, element("button", { type: "button", "data-act": act })]));
    this.total = element("span.total");
    this.ticks = element("p.ticks");
    this.caption = element("p.caption", { role: "status", "aria-live": "polite" });
    this.section = element("section.motion", {},
      element("div.controls", { role: "group" }, ...Object.values(this.buttons), this.total), this.caption,
      element("div.panels", {}, ...Object.values(this.panels).map((one) => one.node)), this.ticks);
    root.append(this.section);
    this.buttons.one.onclick = () => this.go(1, 1);
    this.buttons.ten.onclick = () => this.go(10, 6);
    this.buttons.hundred.onclick = () => this.go(100, Infinity);
    this.buttons.run.onclick = () => (this.running ? this.stop() : this.go(Infinity, Infinity));
    this.buttons.again.onclick = () => this.stop().rewind();
  }

  update({ data, setStateValue }) {
    const fresh = this.data?.run !== data.run;
    this.data = data;
    this.tell = (value) => setStateValue("played", value);
    if (fresh) {
      this.halt();
      this.n = data.played;
      this.told = data.played;
    }
    if (this.waiting && this.available() > this.n) this.waiting();
    this.paint();
  }

  available() {
    return this.data.series.slip.length;
  }

  /** Play `count` draws: `speed` times as fast as slow motion, Infinity for results only. */
  go(count, speed) {
    this.halt();
    const goal = Math.min(this.data.longest, this.n + count);
    if (this.n >= goal) return;
    if (calm()) speed = Infinity;
    const next = () => {
      if (this.n >= goal) return this.stop();
      if (this.n >= this.available()) return this.wait(next);
      if (speed === Infinity) this.flick(goal, next);
      else this.act(speed, next);
    };
    this.running = true;
    next();
  }

  /** One draw in time. */
  act(speed, next) {
    const end = this.data.series.kept[this.n] ? ENDS.kept : ENDS.returned;
    let began = null;
    const step = (now) => {
      began ??= now;
      const time = (now - began) * speed;
      if (time < end) {
        this.paint(time);
        this.running = requestAnimationFrame(step);
      } else {
        this.n += 1;
        this.paint();
        next();
      }
    };
    this.running = requestAnimationFrame(step);
  }

  /** Some results in one frame: slowly at first, more as the pile grows. */
  flick(goal, next) {
    this.running = requestAnimationFrame(() => {
      this.n = Math.min(goal, this.available(), this.n + (this.n < 150 ? 1 : 1 + Math.floor(this.n / 150)));
      this.paint();
      next();
    });
  }

  /** More draws have to come from Python; it hears how far we are, and that is all it needs. */
  wait(next) {
    this.waiting = () => {
      this.waiting = null;
      next();
    };
    this.report();
  }

  halt() {
    if (typeof this.running === "number") cancelAnimationFrame(this.running);
    this.running = null;
    this.waiting = null;
  }

  stop() {
    this.halt();
    this.paint();
    this.report();
    return this;
  }

  rewind() {
    this.n = 0;
    this.paint();
    this.report();
  }

  report() {
    if (this.told === this.n) return;
    this.told = this.n;
    this.tell({ run: this.data.run, count: this.n });
  }

  /** time: within draw n, or nothing: what the last finished draw left behind. */
  paint(time = null) {
    const { series, work, words, text, refill } = this.data;
    const now = time === null ? this.n - 1 : this.n;
    const at = time ?? ENDS.returned;
    const [kept, slipped] = now >= 0 ? [series.kept[now], series.slip[now]] : [true, 0];
    const part = (name) => (now < 0 ? 0 : clamp((at - TIMES[name][0]) / (TIMES[name][1] - TIMES[name][0]), 0, 1));
    const spun = part("spin") >= 1;

    this.wheel.paint({ law: work.drawn, words, angle: now < 0 ? 0 : spinning(now > 0 ? -series.spin[now - 1] : 0, series.spin[now], part("spin"), 3), winner: spun ? slipped : null });
    this.trial.paint({ word: words[slipped], p: work.p[slipped], q: work.q[slipped], accept: work.accept[slipped], u: now < 0 ? 0 : series.u[now], kept, text, show: { slip: part("slip"), fall: part("fall"), stamp: part("stamp") } });
    const needed = now >= 0 && !kept && part("stamp") >= 1;
    const landed = needed && part("spin2") >= 1;
    this.other.paint({ law: work.replacement[slipped], words, angle: needed ? spinning(0, series.refill[now], part("spin2"), 3) : 0, winner: landed ? series.word[now] : null, awake: needed });
    this.otherSeal.replaceChildren(...(landed && part("stamp2") > 0 ? [svg("svg", { viewBox: "-62 -50 124 100" }, seal("refill", text.refill, 0, 0, part("stamp2")))] : []));
    const done = time !== null && at >= (kept ? ENDS.kept : ENDS.returned) - 800 ? this.n + 1 : this.n;
    this.write(done);
    this.count(done);
    this.label(refill, text);
    this.speak(time, now, text);
  }

  write(n) {
    const { series, words } = this.data;
    const from = Math.max(0, n - SHOWN);
    const nodes = [];
    for (let i = from; i < n; i += 1) nodes.push(element("span.written", { "data-kept": String(series.kept[i]), "data-last": i === n - 1 }, words[series.word[i]]), " ");
    this.page.replaceChildren(...(from > 0 ? ["… "] : []), ...nodes);
  }

  count(n) {
    const { series, work, words, text } = this.data;
    const counts = countsOf(series, n, words.length);
    const entries = (values, expected) => words.map((name, i) => ({ name, count: values[i], expected: expected[i] }));
    const refilled = work.law.map((mass, i) => mass - work.accepted[i]);
    this.tallies.mogu.paint(text.drawn, entries(counts.drawn, work.drawn), n);
    this.tallies.trial.paint(fill(text.expected, { alpha: percent(work.alpha) }), [
      { name: text.zone_pass, count: counts.kept, expected: work.alpha, mark: "pass" }, { name: text.zone_back, count: counts.returned, expected: 1 - work.alpha, mark: "back" }], n);
    this.tallies.other.paint(text.refilled, entries(counts.refilled, refilled), n);
    this.tallies.book.paint(text.written, entries(counts.written, work.p), n);
    this.counts = counts;
  }

  label(refill, text) {
    const { panels, buttons } = this;
    say(this.ticks, text.ticks);
    say(panels.mogu.title, text.mogu);
    say(panels.trial.title, text.trial);
    say(panels.other.title, { difference: text.other, target: text.other_p, rule: text.other_rule }[refill]);
    say(panels.book.title, text.book);
    say(buttons.one, text.one);
    say(buttons.ten, fill(text.many, { n: 10 }));
    say(buttons.hundred, fill(text.many, { n: 100 }));
    say(buttons.run, this.running ? text.pause : text.run);
    say(buttons.again, text.again);
    const over = this.n >= this.data.longest;
    for (const name of ["one", "ten", "hundred"]) buttons[name].disabled = over;
    buttons.run.disabled = over && !this.running;
    buttons.again.disabled = this.n === 0 && !this.running;
    say(this.total, fill(text.total, { n: this.n }));
    setAll(this.section, { "aria-label": text.label });
  }

  /** Spoken once a draw when they come singly, once at the end when they come in numbers. */
  speak(time, now, text) {
    const { series, work, words } = this.data;
    if (now < 0) return say(this.caption, text.idle);
    if (this.running && time === null) return say(this.caption, text.spinning);
    if (time !== null && time < TIMES.stamp[1]) return;
    const [word, accept] = [words[series.slip[now]], work.accept[series.slip[now]]];
    const template = series.kept[now] ? (accept >= 1 ? text.said_sure : text.said_kept) : text.said_back;
    const single = fill(template, { n: now + 1, word, accept: decimal(accept), u: decimal(series.u[now]), other: words[series.word[now]] });
    const many = fill(text.said_many, { n: this.n, kept: this.counts.kept, back: this.counts.returned, alpha: percent(work.alpha) });
    if (this.n >= this.data.longest) return say(this.caption, `${many} ${fill(text.done, { n: this.n })}`);
    say(this.caption, time === null && this.n > 1 ? `${single} ${many}` : single);
  }
}

const motions = new WeakMap();

export default function (component) {
  const root = component.parentElement.querySelector(".root");
  let motion = motions.get(root);
  if (!motion) motions.set(root, (motion = new Motion(root)));
  motion.update(component);
  return () => {
    motion.halt();
    motions.delete(root);
  };
}
