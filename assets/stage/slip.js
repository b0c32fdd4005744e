// What every desk shows alike: a slip of paper with its word, figure and state; the word a round started from; a stamp.

const LONG = 7; // letters that fit in the usual size

/** The stamp on its place; kind null: none yet. */
function paintSeal(place, kind, words) {
  if (place.dataset.kind === (kind ?? "")) return;
  place.dataset.kind = kind ?? "";
  place.replaceChildren(...(kind ? [sealOf(kind, words.seals[kind])] : []));
}

/** A slip of the view: word first, then its figure, both hidden with it. */
function paintPaper(paper, slip, words, figure) {
  const visible = slip.state !== "hidden";
  setData(paper, "state", slip.state);
  setData(paper, "verdict", slip.verdict);
  setData(paper, "long", slip.text.length > LONG);
  paper.dataset.index = String(slip.index);
  paper.disabled = !visible;
  setAria(paper, !visible);
  setToken(paper.firstChild, visible ? slip.text : "");
  setText(paper.lastChild, visible ? figure : "");
  const state = slip.verdict ? words.seals[slip.verdict] : words.bench.state_drafted;
  if (visible) paper.setAttribute("aria-label", fill(words.bench.slip_name, { n: slip.index + 1, text: spoken(slip.text), state }));
  else paper.removeAttribute("aria-label");
}

/** The word that the round started from. */
function lastWord(view) {
  return view.written.filter((word) => view.round < 0 || word.round < view.round || word.mark === "prompt").at(-1);
}

/** That word in the first slip's place: what the first print was printed after. */
function paintLast(paper, view, words) {
  const text = lastWord(view)?.text ?? "";
  paper.disabled = true;
  setData(paper, "state", "last");
  setToken(paper.firstChild, text);
  setText(paper.lastChild, words.bench.last);
  setData(paper, "long", text.length > LONG);
  setAria(paper, true);
}
