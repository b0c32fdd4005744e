// The stage put together: data in, reports out, everything between is handed to the small parts.
//
// The host (Streamlit, or the adapter of a stand-alone page) calls the default export again whenever data or theme
// change, on the same parentElement; so one Stage lives per parentElement and a later call hands it the new data.
// data: {run: {id, trace, complete}, plain, words, options: {view, speed, autoplay, presenter, lane, position, reports}}
// state out: position {run, round, beat}, selected {run, round, slip}; trigger out: need {run, have}

const SETTLED = 700; // milliseconds without a move by hand before the place is reported

class Stage {
  constructor(parent) {
    this.parent = parent;
    this.root = parent.querySelector(".stage");
    this.part = (name) => this.root.querySelector(`.stage-${name}`);
    this.quiet = matchMedia("(prefers-reduced-motion: reduce)");
    this.view = null;
    this.reports = createReports();
    this.player = createPlayer({
      onFrame: (frame, how) => this.paint(frame, how.animate),
      onState: (state) => this.paintState(state),
    });
    this.dropKeys = listenToKeys(this.root, (action) => this.act(action));
    this.root.addEventListener("slip", (event) => this.select(event.detail.slip));
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.root);
  }

  update({ data, setStateValue, setTriggerValue }) {
    const before = this.data;
    this.data = data = wholeOf(data, before);
    this.options = data.options ?? {};
    this.reports.connect(setStateValue, setTriggerValue, this.options.reports);
    this.trace = data.run?.trace ?? null;
    this.k = this.trace ? Math.max(0, ...this.trace.rounds.map((round) => round.drafts.length), this.drafts() ? this.trace.settings.k : 0) : 0;
    setData(this.root, "mode", modeOf(this.root));
    setData(this.root, "presenter", this.options.presenter);
    const isNewRun = before?.run?.id !== data.run?.id;
    const back = before ? null : recallPlace(data.run?.id);
    if (!before || before.options?.view !== this.options.view) this.mode = back?.mode ?? this.options.view ?? "line";
    this.build();
    if (data.run?.gap) this.reports.lost(data.run);
    if (!this.trace) return this.paintEmpty();
    if (before?.options?.speed !== this.options.speed) this.player.setSpeed(back?.speed ?? this.options.speed ?? 1);
    this.place(before, isNewRun, back);
  }

  /** Where to stand: a new run starts over, the same run stays where it is unless it is told to go somewhere. */
  place(before, isNewRun, back) {
    const frames = framesOf(this.trace);
    this.controls.setRun(this.trace, frames);
    const { position } = this.options;
    const told = position && JSON.stringify(position) !== JSON.stringify(isNewRun ? null : before?.options?.position);
    const target = told ? frameIndexOf(frames, position.round, position.beat) : null;
    const complete = Boolean(this.data.run.complete);
    if (isNewRun || !before?.run?.trace) {
      this.detail.forget();
      this.reports.forget();
      this.player.load(frames, complete, back?.index ?? target ?? 0);
      if (back ? back.playing : this.options.autoplay && !this.quiet.matches) this.player.play();
    } else {
      this.player.extend(frames, complete);
      if (target !== null) this.player.go(target);
      else this.paint(this.player.frame(), false);
      this.askForMore(true);
    }
  }

  drafts() {
    return this.trace.settings?.drafter !== "none";
  }

  /** All words are in the parts, so another language builds them anew; position and run stay. */
  build() {
    const { words, plain } = this.data;
    const lane = Boolean(plain && this.options.lane !== false && this.drafts());
    const scene = this.mode === "tower" && this.hasScene();
    const greedy = (this.trace?.settings?.temperature ?? 0) === 0;
    const signature = JSON.stringify([words, lane, scene, greedy]);
    if (signature === this.signature) return;
    this.signature = signature;
    this.painter?.destroy();
    this.root.setAttribute("aria-label", words.label);
    const ask = {
      first: () => this.move(() => this.player.go(0)),
      last: () => this.move(() => this.player.go(this.player.state().count - 1)),
      step: (by) => this.move(() => this.player.step(by)),
      go: (index) => this.move(() => this.player.go(index)),
      jump: (round) => this.move(() => this.player.go(frameIndexOf(this.player.frames(), Math.max(0, round)))),
      toggle: () => this.trace && this.toggle(),
      setSpeed: (value) => this.player.setSpeed(value),
      setView: (name) => this.setView(name),
      help: () => this.toggleHelp(),
    };
    this.ask = ask;
    const wishes = { scene, lane, choice: this.hasScene(), greedy, chosen: this.detail?.chosen() };
    Object.assign(this, furnish(this.part, words, ask, wishes, (slip) => this.select(slip)));
    this.lane = lane;
    this.fit();
  }

  hasScene() {
    return typeof createScene === "function";
  }

  setView(name) {
    this.mode = name;
    this.build();
    if (!this.trace) return;
    this.controls.setRun(this.trace, this.player.frames());
    this.paint(this.player.frame(), false);
    this.paintState(this.player.state());
  }

  // ------------------------------------------------------------------------------------------------ moving

  act(action) {
    if (action === "help") return this.toggleHelp(), true;
    if (action === "close") return this.close();
    if (!this.trace) return false;
    if (action === "toggle") this.toggle();
    else if (action === "next") this.ask.step(1);
    else if (action === "back") this.ask.step(-1);
    else this.ask[action]();
    return true;
  }

  toggle() {
    if (this.player.state().playing) {
      this.player.pause();
      this.reportPosition();
    } else {
      this.player.play();
      this.askForMore(true);
    }
  }

  /** Moves by hand: the place is reported once they have come to rest. */
  move(go) {
    if (!this.trace) return;
    go();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => !this.player.state().playing && this.reportPosition(), SETTLED);
    if (this.player.state().atEnd) this.askForMore(true);
  }

  reportPosition() {
    if (this.trace) this.reports.position(this.data.run.id, this.player.frame());
  }

  askForMore(again = false) {
    if (this.trace) this.reports.need(this.data.run, this.player.frame().round, again);
  }

  // ------------------------------------------------------------------------------------------------ side pages

  /** Slip index of the shown round, -1 for the Oracle's own word, null to close. */
  select(index) {
    if (index === null) return this.detail.close();
    if (this.player.state().playing) this.toggle();
    const chosen = this.detail.open(this.trace, this.view, index, this.quiet.matches);
    if (chosen) this.reports.selected(this.data.run.id, chosen);
  }

  close() {
    const help = !this.part("help").hidden;
    if (help) this.toggleHelp();
    else if (this.detail.isOpen()) this.detail.close();
    else return false;
    return true;
  }

  toggleHelp() {
    const help = this.part("help");
    help.hidden = !help.hidden;
    this.head.help.setAttribute("aria-expanded", String(!help.hidden));
  }

  // ------------------------------------------------------------------------------------------------ painting

  paint(frame, animate) {
    const { words, plain } = this.data;
    const view = viewAt(this.trace, frame);
    view.k = this.k;
    view.lane = this.lane ? laneAt(plain, view, words) : null;
    this.view = view;
    const { speed } = this.player.state();
    const how = { animate: animate && !this.quiet.matches, speed };
    this.painter.paint(view, how);
    this.lanePage?.paint(view.lane, how);
    this.head.paint(view);
    this.notes.paint(view.notes);
    this.part("notes").hidden = view.served; // a server keeps no notes between two questions
    setText(this.part("caption").querySelector(".caption-now"), captionOf(words, this.trace, view));
    this.paintAside(asideOf(words, view));
    setData(this.root, "beat", view.beat);
    this.detail.paint(this.trace, this.view);
    this.askForMore();
  }

  paintAside(aside) {
    const node = this.root.querySelector(".aside");
    node.replaceChildren(...(aside ? [element("b", {}, aside.title), " ", element("span", {}, aside.text)] : []));
    setData(node, "shown", Boolean(aside));
  }

  paintState(state) {
    if (!this.view || !this.controls) return;
    this.controls.paint(state, this.view);
    rememberPlace(this.data.run.id, { index: state.index, playing: state.playing, speed: state.speed, mode: this.mode });
    setData(this.root, "playing", state.playing);
    setData(this.root, "waiting", state.waiting);
    if (state.waiting) {
      this.askForMore();
      setText(this.root.querySelector(".caption-now"), this.data.words.captions.waiting);
    }
    if (!state.playing && state.complete && state.atEnd) this.reportPosition();
  }

  paintEmpty() {
    setText(this.root.querySelector(".caption-now"), this.data.words.captions.empty);
  }

  /** How many lines the book will need in the end: reserved at once, so that the desk below stays where it is. */
  fit() {
    this.painter?.resize?.();
    if (!this.painter?.reserve || !this.trace) return;
    const prose = this.root.querySelector(".prose");
    const size = prose ? parseFloat(getComputedStyle(prose).fontSize) : 0;
    const fitted = [this.data.run.id, this.signature, prose?.clientWidth, size].join();
    if (!prose?.clientWidth || fitted === this.fitted) return;
    this.fitted = fitted;
    this.painter.reserve(linesNeeded(this.trace, prose.clientWidth / size));
  }

  destroy() {
    leavePlace(this.data.run.id);
    this.player.destroy();
    this.painter?.destroy();
    this.observer.disconnect();
    this.dropKeys();
    clearTimeout(this.settling);
  }
}

const stages = new WeakMap();

export default function mountStage(component) {
  const { parentElement } = component;
  let stage = stages.get(parentElement);
  if (!stage) stages.set(parentElement, (stage = new Stage(parentElement)));
  stage.update(component);
  return () => {
    stage.destroy();
    stages.delete(parentElement);
  };
}
