// The second lane: plain decoding of the same prompt, on the same clock of hauls. Pure: view in, view out.

function laneAt(plain, view, words) {
  const landed = view.beat === "haul" && view.step === 0 ? view.hauls - 1 : view.hauls;
  const rounds = Math.max(0, Math.min(landed, plain.rounds.length));
  const written = bookAt(plain, rounds);
  const tokens = written.length - plain.prompt.tokens.length;
  const fresh = view.beat === "haul" && view.step === 1 && rounds === landed ? [written.length - 1] : [];
  const finished = plain.finish !== "running" && rounds === plain.rounds.length;
  return { written, fresh, tokens, hauls: rounds, text: laneText(words, view, { tokens, hauls: rounds, finished }) };
}

function laneText(words, view, { tokens, hauls, finished }) {
  const values = { tokens: String(tokens), hauls: String(hauls) };
  const ahead = view.words - tokens;
  if (finished && hauls > 0) return fill(words.lane.done, values);
  const settled = view.beat === "write" || view.beat === "end";
  if (!settled || hauls < view.hauls) return fill(words.lane.counts, values);
  return ahead > 0 ? fill(words.lane.left, { ...values, ahead: String(ahead) }) : fill(words.lane.level, values);
}
