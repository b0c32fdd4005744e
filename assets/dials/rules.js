// The preview under a moving finger: the engine's warp and acceptance rules once more, so that the picture need not
// wait for Python. A test holds every number here against tower/decoding to 1e-9. p = target, q = draft.
// Pure functions on arrays; knows no DOM.

const sum = (values) => values.reduce((total, value) => total + value, 0);
const peak = (values) => values.indexOf(Math.max(...values));
const oneHot = (index, size) => Array.from({ length: size }, (_, i) => (i === index ? 1 : 0));

/** Weights to a law; `fallback` where nothing is left. */
function normalised(weights, fallback) {
  const total = sum(weights);
  return total > 0 ? weights.map((weight) => weight / total) : fallback;
}

function softmax(logits, temperature = 1) {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp((logit - top) / temperature));
  return normalised(weights, weights);
}

/** Temperature, then top-k, then top-p. Between equals the lowest index goes first. */
function warped(law, { temperature, top_k: topK, top_p: topP }) {
  if (temperature === 1 && topK === 0 && topP === 1) return law;
  if (temperature === 0) return oneHot(peak(law), law.length);
  let warm = softmax(law.map(Math.log), temperature);
  if (topK > 0 && topK < warm.length) warm = cut(warm, topK);
  if (topP < 1) {
    const ordered = [...warm].sort((a, b) => b - a);
    let mass = 0;
    const reach = topP * sum(ordered);
    const below = ordered.filter((value) => (mass += value) < reach).length;
    warm = cut(warm, Math.min(below + 1, warm.length));
  }
  return warm;
}

function cut(law, count) {
  const order = law.map((_, i) => i).sort((a, b) => law[b] - law[a] || a - b);
  const kept = new Set(order.slice(0, count));
  const weights = law.map((value, i) => (kept.has(i) ? value : 0));
  return normalised(weights, weights);
}

const difference = (p, q) => p.map((value, i) => Math.max(value - q[i], 0));
const residual = (p, q) => normalised(difference(p, q), p);
const without = (p, x) => normalised(p.map((value, i) => (i === x ? 0 : value)), p);
const ratio = (p, q, scale = 1) => p.map((value, i) => (q[i] > 0 ? value / (q[i] * scale) : value > 0 ? 1 : 0));
const capped = (values) => values.map((value) => Math.min(value, 1));
const entropy = (p) => -sum(p.map((value) => (value > 0 ? value * Math.log(value) : 0)));

const usual = {
  drawn: (q) => q,
  accept: (p, q) => capped(ratio(p, q)),
  replacement: (p, q) => residual(p, q),
};
const likeliest = (q) => oneHot(peak(q), q.length);
const match = { ...usual, accept: (p) => p, replacement: (p, q, x) => without(p, x) };

const RULES = {
  speculative: usual,
  "sample-match": match,
  "argmax-draft": { ...match, drawn: likeliest },
  "resample-from-p": { ...usual, replacement: (p) => p },
  "softmax-residual": { ...usual, replacement: (p, q) => softmax(difference(p, q)) },
  threshold: { ...usual, accept: (p, q, { t }) => p.map((value) => (value >= t ? 1 : 0)) },
  typical: {
    ...usual,
    accept: (p, q, { epsilon, delta }) => {
      const bar = Math.min(epsilon, delta * Math.exp(-entropy(p)));
      return p.map((value) => (value > bar ? 1 : 0));
    },
    replacement: (p) => p,
  },
  "argmax-soft-q": { ...usual, drawn: likeliest },
  lenience: { ...usual, accept: (p, q, { l }) => capped(ratio(p, q, l)) },
  "drop-low-q": {
    ...usual,
    accept: (p, q, { t }) => capped(ratio(p, q)).map((value, i) => (q[i] < t ? 0 : value)),
    replacement: (p, q, x, { t }) => (q[x] < t ? p : residual(p, q)),
  },
  "subtract-one": {
    ...usual,
    replacement: (p, q, x) => normalised(p.map((value, i) => (i === x ? Math.max(value - q[i], 0) : value)), p),
  },
};

/** The laws that the rule sees, for the bare shares: {p, q, real}, real being what slips are drawn from. */
function lawsOf({ p, q }, total, warp, scope) {
  const bareP = p.map((share) => share / total);
  const bareQ = q.map((share) => share / total);
  const [warmP, warmQ] = [warped(bareP, warp), warped(bareQ, warp)];
  return {
    both: { p: warmP, q: warmQ, real: warmQ },
    target: { p: warmP, q: bareQ, real: bareQ },
    draft: { p: bareP, q: warmQ, real: warmQ },
    ratio: { p: warmP, q: bareQ, real: warmQ },
  }[scope];
}

/** Everything the picture shows, under the names of tower/ui/workshop/workings.py. */
function workingsOf({ p, q, real }, { code, parameters }) {
  const rule = RULES[code];
  const drawn = rule.drawn(real);
  const accept = rule.accept(p, q, parameters);
  const accepted = drawn.map((mass, i) => mass * accept[i]);
  const rejected = drawn.map((mass, i) => mass - accepted[i]);
  const replacement = p.map((_, x) => rule.replacement(p, q, x, parameters));
  const flows = rejected.map((mass, x) => replacement[x].map((share) => mass * share));
  const law = accepted.map((mass, y) => mass + sum(flows.map((row) => row[y])));
  const distance = sum(law.map((value, i) => Math.abs(value - p[i]))) / 2;
  return { p, q, drawn, accept, accepted, rejected, replacement, flows, law, distance, alpha: sum(accepted) };
}
