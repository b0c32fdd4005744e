// What happens when, and what can be seen then: pure functions over a trace.
//
// framesOf(trace) lists the frames of a run; viewAt(trace, frame) gives everything that a picture of that frame needs.
// Knows no DOM, no clock, no language. Later rounds only add frames behind the earlier ones, so a frame's number
// stays valid while a run grows. What makes a round a tree is in tree.js.

const BEATS = ["start", "draft", "haul", "stamp", "write", "end"];

/** The stamping of one round: tested slips one by one, then the Oracle's own word, then everything torn at once. */
function stampSteps(round) {
  const steps = [];
  const torn = [];
  round.drafts.forEach((draft, index) => {
    if (wasTested(draft)) steps.push({ kind: "slip", slips: [index] });
    else torn.push(index);
  });
  if (round.drafts.length && round.emitted) steps.push({ kind: "emitted", slips: [] });
  if (torn.length) steps.push({ kind: "torn", slips: torn });
  return steps;
}

/** [{round, beat, step}]; round -1 is before the first one. A haul has two steps: the tome rises, the prints appear. */
function framesOf(trace) {
  const frames = [{ round: -1, beat: "start", step: 0 }];
  trace.rounds.forEach((round, r) => {
    levelsOf(round).forEach((_, step) => frames.push({ round: r, beat: "draft", step }));
    frames.push({ round: r, beat: "haul", step: 0 }, { round: r, beat: "haul", step: 1 });
    stampSteps(round).forEach((_, step) => frames.push({ round: r, beat: "stamp", step }));
    frames.push({ round: r, beat: "write", step: 0 });
  });
  if (trace.finish !== "running") frames.push({ round: trace.rounds.length - 1, beat: "end", step: 0 });
  return frames;
}

/** The first frame of a round, or of one of its beats. Falls back to the last frame of that round. */
function frameIndexOf(frames, round, beat) {
  const exact = frames.findIndex((frame) => frame.round === round && (!beat || frame.beat === beat));
  if (exact >= 0) return exact;
  const last = frames.findLastIndex((frame) => frame.round <= round);
  return Math.max(0, last);
}

function emittedPrint(round) {
  return round.drafts.findLastIndex((draft) => draft.verdict === "accepted") + 1;
}

function topOf(lists, id) {
  const [warped, raw] = lists;
  const best = id === undefined ? warped?.[0] : warped?.find((entry) => entry[0] === id);
  const before = best && raw?.find((entry) => entry[0] === best[0]);
  return best ? { id: best[0], text: best[1], prob: best[2], raw: before ? before[2] : null } : null;
}

function wasTested(draft) {
  return draft.verdict === "accepted" || draft.verdict === "rejected";
}

/** A print's likeliest words [after the warp, before]. A trace holds those of prints that judge a slip, that write, or
 *  that stand last; of the others, on a tree's untested twigs, nothing is known. */
function topsOf(round, index, draft, own) {
  if (draft) return [draft.p_top, draft.p_raw_top];
  const { drafts, emitted, last } = round;
  if (index === drafts.length && last) return [last.p_top, last.p_raw_top];
  return own || !branches(round) ? [emitted?.p_top, emitted?.p_raw_top] : [];
}

function printsOf(round, at) {
  const { drafts, emitted } = round;
  const shownEmitted = at.emitted !== "hidden";
  return Array.from({ length: drafts.length + 1 }, (_, index) => {
    const children = drafts.flatMap((draft, i) => (draft.parent === index - 1 ? [i] : []));
    const judged = children[0] ?? -1;
    const draft = judged >= 0 ? drafts[judged] : null;
    const own = emitted && index === emittedPrint(round);
    const best = topOf(topsOf(round, index, draft, own));
    let state = at.prints ? "shown" : "hidden";
    let kind = null;
    if (at.prints && own && shownEmitted) [state, kind] = ["used", emitted.kind];
    else if (at.prints && children.some((child) => at.stamped.has(child))) {
      const tested = children.some((child) => at.stamped.has(child) && wasTested(drafts[child]));
      [state, kind] = [tested ? "used" : "unused", tested ? "check" : null];
    } else if (at.prints && !draft && !own && at.tearing) state = "unused";
    const word = own && shownEmitted ? emitted : best;
    return {
      index,
      judges: draft ? judged : null,
      children,
      id: word?.id ?? null,
      text: word?.text ?? "",
      prob: own && shownEmitted ? emitted.p : (best?.prob ?? null),
      raw: own && shownEmitted ? (emitted.p_raw ?? null) : (best?.raw ?? null),
      top: best,
      agrees: draft && best ? draft.id === best.id : null,
      of: draft ? draft.p : null,
      state,
      kind,
    };
  });
}

function slipsOf(round, at) {
  const depths = depthsOf(round);
  return round.drafts.map((draft, index) => {
    const judged = at.stamped.has(index);
    let state = "hidden";
    if (judged) {
      state = "judged";
      if (draft.verdict === "discarded" || draft.verdict === "cut") state = "torn";
      else if (at.writing && draft.verdict === "accepted") state = "written";
    } else if (at.drafted.has(index)) state = "drafted";
    return {
      index,
      parent: draft.parent,
      depth: depths[index],
      elders: round.drafts.flatMap((other, i) => (i < index && other.parent === draft.parent ? [i] : [])),
      text: draft.text,
      raw: draft.raw,
      state,
      verdict: judged ? draft.verdict : null,
      draft,
    };
  });
}

/** What became of the check of a slip: same word, another word, passed by the draw, returned by it. */
function fateOf(view, slip) {
  if (!slip.verdict) return "waiting";
  if (!wasTested(slip)) return "unused";
  if (slip.verdict === "accepted") return view.greedy ? "same" : "passed";
  return view.greedy ? "different" : "returned";
}

/** How far the current round has come: what is drafted, printed, stamped, written. */
function progress(round, beat, step) {
  const steps = stampSteps(round);
  const levels = levelsOf(round);
  const phase = BEATS.indexOf(beat);
  const done = beat === "stamp" ? steps.slice(0, step + 1) : phase > 3 ? steps : [];
  const prints = phase > 2 || (beat === "haul" && step === 1);
  const plain = round.drafts.length === 0;
  const writing = phase >= 4;
  let emitted = "hidden";
  if (round.emitted && writing) emitted = "written";
  else if (round.emitted && (plain ? prints : done.some((one) => one.kind === "emitted"))) emitted = "shown";
  return {
    laid: beat === "draft" ? levels[step] : [],
    drafted: new Set((beat === "draft" ? levels.slice(0, step + 1) : levels).flat()),
    hauled: phase >= 2,
    prints,
    stamped: new Set(done.flatMap((one) => one.slips)),
    tearing: writing || done.some((one) => one.kind === "torn"),
    latest: beat === "stamp" ? steps[step] : null,
    writing,
    emitted,
  };
}

const NOWHERE = { drafts: [], emitted: null, tokens: [], cache: null, last: null };

/** How each word of a round got into the book: accepted ones first, then the Oracle's own. */
function markOf(round, position) {
  const own = round.emitted && position === round.tokens.length - 1;
  return own ? round.emitted.kind : "accepted";
}

function bookAt(trace, rounds) {
  const written = trace.prompt.tokens.map(({ text, raw }) => ({ text, raw, mark: "prompt", round: -1 }));
  for (const [r, round] of trace.rounds.slice(0, rounds).entries()) {
    round.tokens.forEach(({ text, raw }, i) => written.push({ text, raw, mark: markOf(round, i), round: r }));
  }
  return written;
}

function notesAt(trace, round, at) {
  if (!round.cache) return { before: trace.prefill?.tokens ?? trace.prompt.tokens.length - 1, pass: null, kept: null, wiped: 0 };
  const [before, pass, kept] = round.cache.target;
  return {
    before,
    pass: at.hauled ? pass : null,
    kept: at.writing ? kept : null,
    wiped: at.writing ? pass - kept : 0,
  };
}

/** Hauls of the first rounds: one each, unless a target behind a server had to be asked again. */
function haulsOf(trace, rounds) {
  return trace.rounds.slice(0, rounds).reduce((sum, round) => sum + (round.served?.hauls ?? 1), 0);
}

/** Everything that a picture of this frame needs, as plain data. */
function viewAt(trace, frame) {
  const { round: r, beat, step } = frame;
  const round = trace.rounds[r] ?? NOWHERE;
  const at = r < 0 ? { ...progress(NOWHERE, "start", 0), drafted: new Set() } : progress(round, beat, step);
  const closed = r < 0 ? 0 : at.writing ? r + 1 : r;
  const written = bookAt(trace, closed);
  const hauls = haulsOf(trace, r < 0 ? 0 : at.hauled ? r + 1 : r);
  const words = written.length - trace.prompt.tokens.length;
  const earlier = trace.rounds.slice(0, Math.max(0, r)).reduce((sum, one) => sum + one.drafts.length, 0);
  const stamp = at.latest;
  return {
    round: r,
    rounds: trace.rounds.length,
    beat,
    step,
    finished: beat === "end",
    greedy: (trace.settings?.temperature ?? 0) === 0,
    drafter: trace.settings?.drafter ?? "none",
    served: Boolean(trace.rounds[0]?.served),
    written,
    slips: slipsOf(round, at),
    prints: r < 0 ? [] : printsOf(round, at),
    emitted: round.emitted ? { ...round.emitted, state: at.emitted, print: emittedPrint(round) } : null,
    notes: notesAt(trace, round, at),
    hauls,
    tree: treeOf(trace),
    draftSteps: earlier + at.drafted.size,
    words,
    wordsPerHaul: hauls > 0 && words > 0 ? words / hauls : null,
    fresh: {
      slips: at.laid,
      lift: beat === "haul" && step === 0,
      prints: beat === "haul" && step === 1,
      stamped: stamp ? stamp.slips : [],
      emitted: stamp?.kind === "emitted" || (beat === "haul" && step === 1 && at.emitted === "shown"),
      written: beat === "write" ? written.flatMap((word, i) => (word.round === r ? [i] : [])) : [],
    },
  };
}
