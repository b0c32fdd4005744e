// Whole shares that always sum to the same total: when one moves, the others make room in proportion. Knows no DOM.

/**
 * `shares` with share `index` set as near to `value` as the locked others allow; the unlocked others are rescaled from
 * what they are in `shares` (equally where they are all 0), largest remainder first.
 */
function moved(shares, index, value, locked) {
  const total = shares.reduce((all, share) => all + share, 0);
  const others = shares.map((_, i) => i).filter((i) => i !== index && !locked.has(i));
  const held = shares.reduce((all, share, i) => all + (i !== index && locked.has(i) ? share : 0), 0);
  if (!others.length) return [...shares];
  const share = Math.max(0, Math.min(Math.round(value), total - held));
  const spread = spreadOver(total - held - share, others.map((i) => shares[i]));
  const next = [...shares];
  next[index] = share;
  others.forEach((i, k) => (next[i] = spread[k]));
  return next;
}

/** `amount` in whole shares, in proportion to `weights`. */
function spreadOver(amount, weights) {
  const all = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (all > 0 ? (amount * weight) / all : amount / weights.length));
  const whole = exact.map((value) => Math.floor(value + 1e-9));
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b);
  let left = amount - whole.reduce((total, value) => total + value, 0);
  for (const i of order) {
    if (left <= 0) break;
    whole[i] += 1;
    left -= 1;
  }
  return whole;
}

/** One word more: a tenth of both dials, the others make room (locks do not hold here). */
function grown(shares) {
  const total = shares.reduce((all, share) => all + share, 0);
  return moved([...shares, 0], shares.length, total / 10, new Set());
}

/** The last word gone: its share goes to the others. */
function shrunk(shares) {
  const total = shares.reduce((all, share) => all + share, 0);
  return spreadOver(total, shares.slice(0, -1));
}
