// What has to be measured or guessed before painting: how long the book will get, whether it is night.

/** Lines of `width` ems for the finished text, judged by the tokens known so far; at least two, at most six. */
function linesNeeded(trace, width) {
  const tokens = [...trace.prompt.tokens, ...trace.rounds.flatMap((round) => round.tokens)];
  const ems = [...tokens.map((token) => token.raw).join("")].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1.12 : 0.52), 0);
  const expected = Math.max(tokens.length, trace.prompt.tokens.length + (trace.settings?.max_new_tokens ?? 0));
  const lines = Math.ceil((ems / Math.max(1, tokens.length)) * expected / width);
  return Math.max(2, Math.min(width < 24 ? 5 : 6, lines));
}

/** Light or dark, by the page's own background colour. */
function modeOf(root) {
  const probe = element("span");
  probe.style.color = "var(--st-background-color, #F7F1E3)";
  root.append(probe);
  const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
  probe.remove();
  return 0.299 * r + 0.587 * g + 0.114 * b < 128 ? "dark" : "light";
}
