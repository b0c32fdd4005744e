// The margin notes beside the book: the target's KV cache as a strip. Kept notes are solid, new ones outlined, wiped
// ones struck through. Knows only view.notes.

const SHOWN_BEFORE = 8; // of the older notes only the last few are drawn one by one; the rest is a number

function createNotes(host, words) {
  const say = words.notes;
  const cells = element("span.note-cells", { "aria-hidden": "true" });
  const text = element("span.note-text");
  host.append(element("span.note-title", {}, say.title), cells, text);
  let drawn = "";

  function cell(kind) {
    return element("i", { "data-kind": kind });
  }

  return {
    paint({ before, pass, kept, wiped }) {
      const key = [before, pass, kept].join();
      if (key === drawn) return;
      drawn = key;
      const fresh = pass === null ? 0 : pass - before;
      const stay = kept === null ? fresh : kept - before;
      const old = Math.min(before, SHOWN_BEFORE);
      cells.replaceChildren(
        ...(before > old ? [element("b", {}, `${before - old}`)] : []),
        ...Array.from({ length: old }, () => cell("kept")),
        ...Array.from({ length: fresh }, (_, i) => cell(i >= stay ? "wiped" : kept === null ? "new" : "kept-new")),
      );
      if (pass === null) setText(text, fill(say.text_kept, { kept: String(before) }));
      else if (kept === null) setText(text, fill(say.text_pass, { kept: String(before), fresh: String(fresh) }));
      else if (wiped === 0) setText(text, fill(say.text_whole, { kept: String(kept) }));
      else setText(text, fill(say.text_done, { kept: String(kept), wiped: String(wiped) }));
    },
  };
}
