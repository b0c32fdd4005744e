// A hundred slips: drawn by Mogu, some sent back, written anew. Which slip goes where comes from Python; here they move.
// Every picture is a function of the beat, so that it can be played, stepped, and gone back.

const ACROSS = 5; // slips in a row of a mould
const DEALT = 1, STAMPED = 2, RETURNED = 3, WRITTEN = 4; // beats; 0 is a pile of blank slips
const REST = [900, 3200, 3000, 3000];
const SPREAD = 520; // ms between the first and the last slip of one move

class Slips {
  constructor(root) {
    this.beat = 0;
    this.timer = null;
    this.buttons = Object.fromEntries(["play", "back", "step", "again"].map((act) => [act, element("button", { type: "button", "data-act": act })]));
    this.count = element("span.beat");
    this.caption = element("p.caption", { role: "status", "aria-live": "polite" });
    this.board = element("div.board", { role: "img", tabindex: 0 });
    this.tray = element("p.tray", { "aria-hidden": "true" });
    this.key = element("ul.key");
    this.section = element("section.slips", {}, element("div.controls", { role: "group" }, ...Object.values(this.buttons), this.count), this.caption, this.board, this.key);
    root.append(this.section);
    this.buttons.play.onclick = () => (this.timer ? this.halt().paint() : this.play());
    this.buttons.back.onclick = () => this.halt().to(this.beat - 1);
    this.buttons.step.onclick = () => this.halt().to(this.beat + 1);
    this.buttons.again.onclick = () => this.halt().to(0);
    this.section.onkeydown = (event) => this.press(event);
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(this.board);
  }

  update({ data }) {
    const fresh = this.data?.run !== data.run;
    this.data = data;
    if (fresh) this.furnish();
    this.paint();
    if (fresh) {
      this.halt();
      if (calm()) this.to(DEALT);
      else if (data.autoplay) this.play();
    }
  }

  /** The board's own nodes: moulds, their names, the slips. */
  furnish() {
    this.beat = 0;
    this.holes = this.data.words.map(() => element("div.hole"));
    this.bins = this.data.words.map(() => {
      const parts = { word: element("span.word"), count: element("span.count"), wish: element("span.wish") };
      parts.node = element("div.bin", { "aria-hidden": "true" }, parts.word, parts.count, parts.wish);
      return parts;
    });
    this.papers = this.data.slips.map(() => element("div.paper", { "aria-hidden": "true" }));
    this.board.replaceChildren(...this.holes, ...this.bins.map((bin) => bin.node), this.tray, ...this.papers);
  }

  press(event) {
    const moves = { ArrowRight: 1, ArrowLeft: -1, Home: -9, End: 9 };
    if (event.key in moves) this.halt().to(this.beat + moves[event.key]);
    else if (event.key === " " && event.target === this.board) this.timer ? this.halt().paint() : this.play();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  play() {
    if (this.beat === WRITTEN) this.to(0);
    const next = () => {
      this.timer = null;
      if (this.beat < WRITTEN) this.to(this.beat + 1);
      if (this.beat < WRITTEN) this.timer = setTimeout(next, REST[this.beat]);
      this.paint();
    };
    this.timer = setTimeout(next, this.beat === 0 ? REST[0] : 150);
    this.paint();
  }

  halt() {
    clearTimeout(this.timer);
    this.timer = null;
    return this;
  }

  to(beat) {
    this.beat = clamp(beat, 0, WRITTEN);
    this.paint();
    return this;
  }

  paint() {
    const { data } = this;
    const width = this.board.clientWidth;
    if (!data || !width) return;
    const room = roomOf(width, data);
    this.board.style.height = `${room.height}px`;
    this.holes.forEach((hole, i) => Object.assign(hole.style, holeAt(room, i, data.wanted[i])));
    const places = placesOf(data, this.beat);
    const counts = countsOf(data, this.beat);
    this.bins.forEach((bin, i) => {
      Object.assign(bin.node.style, { left: `${room.left(i) - room.gap / 2}px`, width: `${room.bin + room.gap}px`, top: `${room.floor + 6}px` });
      say(bin.word, data.words[i]);
      say(bin.count, this.beat >= DEALT ? String(counts[i]) : "–");
      say(bin.wish, fill(data.text.wish, { n: data.wanted[i] }));
    });
    Object.assign(this.tray.style, { left: `${room.left(1)}px`, width: `${room.left(2) + room.bin - room.left(1)}px`, top: `${room.trayTop - 26}px` });
    say(this.tray, fill(data.text.tray, { n: data.slips.filter((slip) => !slip.kept).length }));
    setAll(this.tray, { "data-shown": this.beat === RETURNED });
    this.papers.forEach((paper, i) => this.lay(paper, data.slips[i], places[i], room, i));
    if (this.still !== width) this.settle(width);
    this.label(counts);
  }

  /** At first, and when the page changes its width, the slips are simply there: nothing flies. */
  settle(width) {
    this.still = width;
    setAll(this.board, { "data-still": true });
    requestAnimationFrame(() => requestAnimationFrame(() => setAll(this.board, { "data-still": null })));
  }

  lay(paper, slip, place, room, i) {
    const { data, beat } = this;
    const [x, y] = place.pile !== undefined ? room.pile(place.pile) : place.tray !== undefined ? room.tray(place.tray) : room.at(place.bin, place.nth);
    const word = data.words[beat >= WRITTEN ? slip.written : slip.word];
    const returned = !slip.kept && (beat === STAMPED || beat === RETURNED);
    const refilled = !slip.kept && beat === WRITTEN;
    const surplus = beat === WRITTEN && place.nth >= data.wanted[place.bin];
    Object.assign(paper.style, {
      width: `${room.slip}px`, height: `${room.tall}px`, fontSize: `${room.letters}px`,
      transform: `translate(${x}px, ${y}px) rotate(${returned ? -7 : 0}deg)`,
      transitionDelay: `${Math.round((SPREAD * i) / data.slips.length)}ms`,
    });
    say(paper, beat < DEALT ? "" : room.whole ? word : [...word][0]);
    setAll(paper, { "data-state": returned ? "returned" : refilled ? "refilled" : null, "data-surplus": surplus });
  }

  label(counts) {
    const { data, beat } = this;
    const { text } = data;
    say(this.buttons.play, this.timer ? text.pause : beat === WRITTEN ? text.replay : text.play);
    say(this.buttons.back, text.back);
    say(this.buttons.step, text.step);
    say(this.buttons.again, text.again);
    this.buttons.back.disabled = this.buttons.again.disabled = beat === 0;
    this.buttons.step.disabled = beat === WRITTEN;
    say(this.count, fill(text.beat, { n: beat, of: WRITTEN }));
    say(this.caption, text.captions[beat]);
    const told = data.words.map((word, i) => fill(text.told, { word, n: beat >= DEALT ? counts[i] : 0, wanted: data.wanted[i] }));
    setAll(this.board, { "aria-label": [text.label, ...told].join(" ") });
    setAll(this.section, { "aria-label": text.label });
    const kinds = ["mould", "slip", "returned", "refilled", ...(data.surplus ? ["surplus"] : [])];
    const shown = JSON.stringify([kinds, text.key]);
    if (this.shownKey === shown) return;
    this.shownKey = shown;
    this.key.replaceChildren(...kinds.map((kind) => element("li", {},
      kind === "mould" ? element("span.hole", { "aria-hidden": "true" }) : element("span.paper", { "aria-hidden": "true", "data-state": kind, "data-surplus": kind === "surplus" }),
      text.key[kind])));
  }

  destroy() {
    this.halt();
    this.watch.disconnect();
  }
}

/** Sizes for a board of this width, and where things stand on it, in pixels. */
function roomOf(width, data) {
  const gap = clamp(width * 0.06, 14, 70);
  const side = clamp(width * 0.03, 8, 60);
  const step = Math.min(56, (width - 2 * side - 2 * gap) / (3 * ACROSS));
  const slip = step - 3;
  const tall = clamp(slip * 0.48, 15, 19);
  const row = tall + 3;
  const rows = Math.ceil(Math.max(...data.drawn, ...data.wanted) / ACROSS);
  const bin = ACROSS * step - 3;
  const edge = (width - 3 * bin - 2 * gap) / 2;
  const floor = 16 + rows * row;
  const left = (i) => edge + i * (bin + gap);
  const trayTop = 16 + 3 * row;
  const longest = Math.max(...data.words.map((word) => widthOf(word, 1)));
  const whole = longest * 11 < slip - 5;
  const letters = whole ? Math.min(tall * 0.68, (slip - 5) / longest) : clamp(tall * 0.74, 11, 14);
  return {
    gap, slip, tall, bin, floor, left, trayTop, letters, row, step, whole,
    height: floor + 92,
    at: (i, nth) => [left(i) + (nth % ACROSS) * step, floor - row * (1 + Math.floor(nth / ACROSS))],
    tray: (nth) => [left(1) + (nth % (2 * ACROSS)) * step + (nth % (2 * ACROSS) >= ACROSS ? gap - 3 : 0), trayTop + row * Math.floor(nth / (2 * ACROSS)) * 1.25],
    pile: (nth) => [left(1) + bin / 2 - slip / 2 + ((nth * 7) % 11) - 5, floor - row - nth * 0.9],
  };
}

/** The mould of a word: as many places as p asks for. */
function holeAt(room, i, wanted) {
  const tall = room.row * Math.ceil(wanted / ACROSS) + 4;
  return { left: `${room.left(i) - 5}px`, width: `${room.bin + 10}px`, top: `${room.floor - tall}px`, height: `${tall}px` };
}

/** Where each slip lies at a beat: in the pile, in the tray, or as the nth of a mould. */
function placesOf(data, beat) {
  const filled = data.words.map(() => 0);
  const places = new Array(data.slips.length);
  let back = 0;
  const put = (i, bin) => (places[i] = { bin, nth: filled[bin]++ });
  data.slips.forEach((slip, i) => {
    if (beat < DEALT) places[i] = { pile: i };
    else if (beat < RETURNED || slip.kept) put(i, slip.word);
    else if (beat === RETURNED) places[i] = { tray: back++ };
  });
  if (beat === WRITTEN) data.slips.forEach((slip, i) => slip.kept || put(i, slip.written));
  return places;
}

function countsOf(data, beat) {
  return beat >= WRITTEN ? data.written : beat === RETURNED ? data.kept : data.drawn;
}

const boards = new WeakMap();

export default function (component) {
  const root = component.parentElement.querySelector(".root");
  let slips = boards.get(root);
  if (!slips) boards.set(root, (slips = new Slips(root)));
  slips.update(component);
  return () => {
    slips.destroy();
    boards.delete(root);
  };
}
