// The sentence that goes with a frame, with its numbers, and now and then an aside by Mogu. Knows no DOM.

/** What the stamp on a slip means, in one sentence. Used by the live caption and by the slip detail. */
function slipSentence(words, view, slip) {
  const { draft, index } = slip;
  const print = view.prints[slip.parent + 1];
  const values = { n: index + 1, text: spoken(draft.text), print: spoken(print?.top?.text ?? ""), p: draft.p, q: draft.q };
  const passed = draft.verdict === "accepted";
  const say = (key) =>
    fill(words.captions[key], {
      ...values,
      p: probability(draft.p),
      q: probability(draft.q),
      accept: probability(draft.accept),
      u: probability(draft.u),
    });
  if (view.greedy || draft.u === null) return say(passed ? "passed_greedy" : "returned_greedy");
  if (slip.elders.length) return say(passed ? "passed_sibling" : "returned_sibling");
  const ratio = draft.q > 0 ? Math.min(1, draft.p / draft.q) : 1;
  if (Math.abs(ratio - draft.accept) > 1e-6) return say(passed ? "passed_rule" : "returned_rule");
  if (passed && draft.p >= draft.q) return say("passed_sure");
  return say(passed ? "passed_draw" : "returned_draw");
}

/** A level of a tree: how many slips, and the first of them. */
function levelSentence(words, view) {
  const laid = view.fresh.slips.map((index) => view.slips[index]);
  const sure = [...laid].sort((a, b) => (b.draft.q_raw ?? 0) - (a.draft.q_raw ?? 0))[0];
  return fill(words.captions[laid.length > 1 ? "draft_level" : "draft_level_one"], {
    level: view.step + 1,
    levels: Math.max(...view.slips.map((slip) => slip.depth)) + 1,
    count: laid.length,
    text: spoken(sure.text),
    q: probability(sure.draft.q_raw ?? sure.draft.q),
  });
}

function draftSentence(words, view) {
  if (view.tree) return levelSentence(words, view);
  const slip = view.slips[view.step];
  const { draft } = slip;
  const special = { "prompt-lookup": "draft_copied", you: "draft_yours" }[view.drafter];
  const key = special ?? (view.greedy ? "draft_greedy" : "draft");
  const q = view.greedy ? (draft.q_raw ?? draft.q) : draft.q;
  return fill(words.captions[key], { n: slip.index + 1, k: view.slips.length, text: spoken(slip.text), q: probability(q) });
}

function haulSentence(words, view) {
  const plain = view.slips.length === 0;
  if (view.step === 0) return fill(words.captions[plain ? "lift_plain" : "lift"], { haul: view.hauls });
  if (!plain) return fill(words.captions[view.tree ? "prints_tree" : "prints"], { prints: view.prints.length });
  const own = view.emitted;
  const p = view.greedy ? (own?.p_raw ?? own?.p) : own?.p;
  return fill(words.captions.prints_plain, { text: spoken(own?.text ?? view.prints[0].text), p: probability(p ?? null) });
}

function stampSentence(words, view) {
  const { captions } = words;
  const k = view.slips.length;
  const [first] = view.fresh.stamped;
  if (view.fresh.emitted) {
    const { kind, text, p } = view.emitted;
    const key = kind === "bonus" && view.greedy ? "bonus_greedy" : kind;
    const told = (view.tree && captions[`${key}_tree`]) || captions[key];
    return fill(told, { text: spoken(text), p: probability(p) });
  }
  const slip = view.slips[first];
  if (slip.state !== "torn") return slipSentence(words, view, slip);
  const count = view.fresh.stamped.length;
  if (slip.verdict === "cut") return fill(captions.cut, { count, k });
  const lucky = luckyScrap(view);
  return lucky
    ? fill(captions.torn_agrees, { count, k, n: lucky.index + 1, text: spoken(lucky.text) })
    : fill(captions[view.tree ? "torn_tree" : "torn"], { count, k });
}

/** A torn slip that happens to agree with its print: the one that everybody asks about. */
function luckyScrap(view) {
  if (!view.greedy) return null;
  return view.slips.find((slip) => slip.verdict === "discarded" && view.prints[slip.parent + 1]?.top?.id === slip.draft.id) ?? null;
}

function writeSentence(words, view) {
  const { captions } = words;
  const count = view.fresh.written.length;
  if (!view.slips.length) return captions.write_plain;
  const own = view.emitted ? 1 : 0;
  const key = count > 1 ? "write" : own ? "write_one" : "write_single";
  return fill(captions[key], { count, kept: count - own, own });
}

function endSentence(words, trace, view) {
  const plain = trace.rounds.every((round) => !round.drafts.length);
  return fill(words.captions[plain ? "end_plain" : "end"], {
    tokens: view.words,
    hauls: view.hauls,
    per_haul: view.hauls ? (view.words / view.hauls).toFixed(2) : "–",
    reason: words.reasons[trace.finish] ?? "",
  });
}

function captionOf(words, trace, view) {
  if (view.beat === "start") {
    if (view.served) return words.captions.start_served;
    const seconds = trace.prefill?.seconds ?? 0;
    const key = { none: "start_plain", you: "start_yours" }[view.drafter] ?? "start";
    return fill(words.captions[key], { tokens: trace.prefill?.tokens ?? 0, ms: (seconds * 1000).toFixed(1) });
  }
  if (view.beat === "draft") return draftSentence(words, view);
  if (view.beat === "haul") return haulSentence(words, view);
  if (view.beat === "stamp") return stampSentence(words, view);
  if (view.beat === "write") return writeSentence(words, view);
  return endSentence(words, trace, view);
}

/** All that could be kept was kept: every slip of a chain, one of every level in a tree. */
function whole(view, kept) {
  return kept === (view.tree ? Math.max(0, ...view.slips.map((slip) => slip.depth + 1)) : view.slips.length);
}

/** {title, text} or null. Which one depends on the frame alone, so it is the same when one steps back. */
function asideOf(words, view) {
  if (view.drafter === "none" || view.drafter === "you") return null; // nothing that Mogu could take to heart
  const pick = (occasion) => ({ title: words.asides[`${occasion}_title`], text: words.asides[`${occasion}_text`] });
  const variant = (view.round % 3) + 1;
  if (view.beat === "start") return pick("start");
  if (view.beat === "end") return pick("end");
  if (view.beat === "stamp" && view.slips[view.fresh.stamped[0]]?.state === "torn" && luckyScrap(view)) return pick("agrees");
  if (view.beat !== "write" || !view.slips.length) return null;
  const kept = view.slips.filter((slip) => slip.verdict === "accepted").length;
  if (whole(view, kept) && kept > 1) return pick(`full_${variant}`);
  return kept === 0 ? pick(`none_${variant}`) : null;
}
