// A page of the book: continuous text in which every written word keeps its mark. Knows no trace, only written words.

const LEGEND_ORDER = ["accepted", "correction", "residual", "bonus", "plain"];

/** One word of the book. Blanks at its edges stay outside the mark, so that underlines do not run together. */
function wordSpan(word) {
  const [, before, core, after] = word.raw.match(/^(\s*)([\s\S]*?)(\s*)$/);
  const span = element("span.word");
  setData(span, "mark", word.mark);
  setData(span, "round", word.round);
  const blank = (space) => {
    if (!space) return null;
    const lineBreak = space.includes("\n") && word.mark !== "prompt";
    return element("span.blank", {}, lineBreak ? space.replace("\n", "⏎\n") : space);
  };
  const ink = core ? element("span.ink", {}, core) : null;
  const lead = blank(before);
  const tail = blank(after);
  if (!ink && lead) lead.classList.add("ink");
  span.append(...[lead, ink, tail].filter(Boolean));
  return span;
}

/** paint(written, fresh) -> the spans of the fresh words. Only what changed since the last picture is rebuilt. */
function createPage(host, { title, note, label }) {
  const heading = element("h2.page-title", {}, title ?? "");
  const remark = element("p.page-note", {}, note ?? "");
  const prose = element("p.prose");
  const scroll = element("div.page-scroll", { tabindex: "0", role: "group", "aria-label": label }, prose);
  host.append(element("div.page-head", {}, heading, remark), scroll);
  if (!title) heading.parentElement.hidden = true;
  const caret = element("span.caret", { "aria-hidden": "true" });
  let shown = [];

  const same = (a, b) => a.raw === b.raw && a.mark === b.mark && a.round === b.round;

  return {
    scroll,
    prose,
    setNote: (text) => setText(remark, text),
    paint(written, fresh = []) {
      let keep = 0;
      while (keep < shown.length && keep < written.length && same(shown[keep].word, written[keep])) keep++;
      for (const { span } of shown.splice(keep)) span.remove();
      for (const word of written.slice(keep)) {
        const span = wordSpan(shown.length ? word : { ...word, raw: word.raw.trimStart() });
        prose.append(span);
        shown.push({ word, span });
      }
      prose.append(caret);
      scroll.scrollTop = scroll.scrollHeight;
      return fresh.map((i) => shown[i]?.span).filter(Boolean);
    },
    spans: () => shown.map((one) => one.span),
    /** As many lines as the finished run will need, within bounds, so that nothing below moves while it grows. */
    reserve(lines) {
      scroll.style.setProperty("--lines", String(lines));
    },
  };
}

/** Which marks can occur in this run, each shown as it looks in the book. */
function createLegend(host, words) {
  const list = element("ul.legend", { "aria-label": words.marks.legend });
  host.append(list);
  let drawn = "";
  return {
    paint(view) {
      const kinds = view.drafter === "none" ? ["plain"] : LEGEND_ORDER.filter((kind) => kind !== (view.greedy ? "residual" : "correction") && kind !== "plain");
      if (drawn === kinds.join()) return;
      drawn = kinds.join();
      list.replaceChildren(
        ...kinds.map((kind) => {
          const sample = element("span.word", { "data-mark": kind }, element("span.ink", {}, words.marks[kind]));
          return element("li", {}, sample);
        }),
      );
    },
  };
}

/** The page of the second lane; `note` says whether its text is the same or only its law. */
function createLanePage(host, words, note) {
  const page = createPage(host, { title: words.lane.title, note, label: words.lane.label });
  const counts = element("p.lane-counts");
  host.append(counts);
  return {
    reserve: page.reserve,
    paint(lane, { animate = false, speed = 1 } = {}) {
      const fresh = page.paint(lane.written, lane.fresh);
      setText(counts, lane.text);
      if (animate) for (const span of fresh) move(span, [{ opacity: 0 }, {}], 500 / speed);
    },
  };
}
