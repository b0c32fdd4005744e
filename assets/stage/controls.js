// Buttons, timeline, speed, jump, view. They only ask; the stage decides. Knows no trace but the shape of its rounds.

function button(name, label, act) {
  const node = element("button.control", { type: "button", "aria-label": label, title: label }, iconOf(name));
  node.onclick = act;
  setData(node, "icon", name);
  return node;
}

function setButton(node, name, label) {
  if (node.dataset.icon === name && node.title === label) return;
  setData(node, "icon", name);
  node.replaceChildren(iconOf(name));
  node.setAttribute("aria-label", label);
  node.title = label;
}

/** One bar a round: how long it is to watch, and how many of its words were kept. */
function roundBar(round, frames) {
  const kept = round.drafts.filter((draft) => draft.verdict === "accepted").length;
  const bar = element("span.bar");
  bar.style.flexGrow = String(frames);
  const dots = Array.from({ length: kept }, () => element("i.kept"));
  if (round.emitted) dots.push(element("i", { class: `own ${round.emitted.kind}` }));
  bar.append(...dots);
  return bar;
}

function createControls(host, words, ask) {
  const say = words.controls;
  const buttons = {
    first: button("first", say.first, () => ask.first()),
    back: button("back", say.back, () => ask.step(-1)),
    play: button("play", say.play, () => ask.toggle()),
    next: button("next", say.next, () => ask.step(1)),
    last: button("last", say.last, () => ask.last()),
  };
  buttons.play.classList.add("control-main");
  const film = element("div.film", { "aria-hidden": "true" });
  const scrub = element("input.scrub", { type: "range", min: "0", max: "1", step: "1", "aria-label": say.timeline });
  scrub.oninput = () => ask.go(Number(scrub.value));
  const timeline = element("div.timeline", {}, film, scrub);

  const speed = element("select.speed", {});
  for (const value of SPEEDS) speed.append(element("option", { value: String(value) }, fill(say.speed_value, { n: String(value) })));
  speed.onchange = () => ask.setSpeed(Number(speed.value));
  const jump = element("input.jump", { type: "number", min: "1", inputmode: "numeric", "aria-label": say.round_jump });
  jump.onchange = () => jump.value && ask.jump(Number(jump.value) - 1);
  const total = element("span.total");
  const settings = element(
    "div.settings",
    {},
    element("label.field", {}, element("span", {}, say.round), jump, total),
    element("label.field", {}, element("span", {}, say.speed), speed),
  );
  const group = element("div.buttons", { role: "group", "aria-label": say.group }, ...Object.values(buttons));
  host.append(timeline, group, settings);

  return {
    buttons,
    /** Call when the run has grown or changed. */
    setRun(trace, frames) {
      const counts = new Map();
      for (const { round } of frames) counts.set(round, (counts.get(round) ?? 0) + 1);
      film.replaceChildren(...trace.rounds.map((round, r) => roundBar(round, counts.get(r) ?? 1)));
      scrub.max = String(Math.max(1, frames.length - 1));
      jump.max = String(Math.max(1, trace.rounds.length));
      jump.disabled = trace.rounds.length === 0;
      setText(total, fill(say.round_of, { rounds: String(trace.rounds.length) }));
    },
    paint(state, view) {
      setButton(buttons.play, state.playing ? "pause" : "play", state.playing ? say.pause : say.play);
      buttons.first.disabled = buttons.back.disabled = state.index === 0;
      buttons.next.disabled = state.atEnd;
      buttons.last.disabled = state.atEnd;
      if (Number(scrub.value) !== state.index) scrub.value = String(state.index);
      const done = state.count > 1 ? state.index / (state.count - 1) : 0;
      timeline.style.setProperty("--done", done.toFixed(4));
      const where = view.round < 0
        ? say.position_start
        : fill(say.position, { round: String(view.round + 1), rounds: String(view.rounds), beat: words.beats[view.beat] });
      if (scrub.getAttribute("aria-valuetext") !== where) scrub.setAttribute("aria-valuetext", where);
      [...film.children].forEach((bar, r) => setData(bar, "now", r === view.round && view.beat !== "end"));
      if (!jump.matches(":focus")) jump.value = String(Math.max(1, view.round + 1));
      if (Number(speed.value) !== state.speed) speed.value = String(state.speed);
    },
  };
}

/** The upper edge: what has been counted so far, the four beats, the view and the key help. */
function createHead(host, words, ask, canChooseView) {
  const names = ["hauls", "tokens", "per_haul"];
  const counters = element("dl.counters");
  const values = {};
  for (const name of names) {
    values[name] = element("dd");
    counters.append(element("div", {}, element("dt", {}, words.counters[name]), values[name]));
  }
  const beats = element("ol.beats", { "aria-hidden": "true" });
  const marks = ["draft", "haul", "stamp", "write"].map((beat) => {
    const node = element("li", {}, words.beats[beat]);
    beats.append(node);
    return [beat, node];
  });
  const view = element("div.view-choice", { role: "group", "aria-label": words.controls.view });
  const choices = ["tower", "line"].map((name) => {
    const node = element("button.choice", { type: "button" }, iconOf(name), words.controls[name]);
    node.onclick = () => ask.setView(name);
    view.append(node);
    return [name, node];
  });
  view.hidden = !canChooseView;
  const help = button("help", words.controls.help, () => ask.help());
  help.setAttribute("aria-expanded", "false");
  host.append(counters, beats, element("div.tools", {}, view, help));
  return {
    help,
    setView(name) {
      for (const [one, node] of choices) node.setAttribute("aria-pressed", String(one === name));
    },
    paint(shown) {
      setText(values.hauls, String(shown.hauls));
      setText(values.tokens, String(shown.words));
      setText(values.per_haul, shown.wordsPerHaul === null ? "–" : shown.wordsPerHaul.toFixed(2));
      for (const [beat, node] of marks) {
        setData(node, "now", beat === shown.beat);
        node.hidden = shown.drafter === "none" && (beat === "draft" || beat === "stamp");
      }
    },
  };
}

function createHelp(host, words) {
  const rows = ["space", "right", "left", "home", "end", "enter", "escape", "question"].map((name) =>
    element("div", {}, element("dt", {}, element("kbd", {}, words.keys[name])), element("dd", {}, words.help[name])),
  );
  host.append(element("h2", {}, words.help.title), element("dl", {}, ...rows), element("p", {}, words.help.note));
}
