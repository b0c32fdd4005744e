// Stamps as seals and buttons' icons, drawn in SVG. Every verdict has its own outline and pattern, so that nothing
// hangs on colour: ring, solid square, double frame, dotted ring, dashed hexagon, notched coin, bar.

const SEAL_OUTLINES = {
  accepted: (w, h) => [svg("rect", { x: 3, y: 3, width: w - 6, height: h - 6, rx: h / 2 - 3, class: "seal-ring" })],
  rejected: (w, h) => [svg("rect", { x: 2, y: 2, width: w - 4, height: h - 4, rx: 3, class: "seal-solid" })],
  correction: (w, h) => [
    svg("rect", { x: 2, y: 2, width: w - 4, height: h - 4, rx: 2, class: "seal-ring" }),
    svg("rect", { x: 6, y: 6, width: w - 12, height: h - 12, rx: 1, class: "seal-thin" }),
  ],
  residual: (w, h) => [svg("rect", { x: 3, y: 3, width: w - 6, height: h - 6, rx: h / 2 - 3, class: "seal-dots" })],
  discarded: (w, h) => [
    svg("path", { d: `M9 3H${w - 9}L${w - 3} ${h / 2}L${w - 9} ${h - 3}H9L3 ${h / 2}Z`, class: "seal-dashes" }),
  ],
  cut: (w, h) => [svg("path", { d: `M3 4H${w - 3}M3 ${h - 4}H${w - 3}`, class: "seal-ring" })],
  bonus: (w, h) => [svg("path", { d: coin(w, h), class: "seal-solid" }), svg("path", { d: coin(w - 8, h - 8, 4), class: "seal-inner" })],
  plain: (w, h) => [svg("rect", { x: 3, y: 3, width: w - 6, height: h - 6, rx: 4, class: "seal-thin" })],
};

/** A rounded outline whose edge is notched all around, like a coin's. */
function coin(w, h, offset = 0) {
  const r = h / 2 - 3;
  const points = [];
  const straight = Math.max(0, w - h);
  const at = (x, y) => points.push(`${(x + offset).toFixed(1)} ${(y + offset).toFixed(1)}`);
  const arc = (cx, from) => {
    for (let i = 0; i <= 12; i++) {
      const angle = from + (Math.PI * i) / 12;
      const radius = r + (i % 2 ? 2.2 : 0);
      at(cx + radius * Math.cos(angle), h / 2 + radius * Math.sin(angle));
    }
  };
  arc(h / 2, Math.PI / 2);
  for (let x = 5; x < straight; x += 5) at(h / 2 + x, h / 2 - r - ((x / 5) % 2 ? 2.2 : 0));
  arc(h / 2 + straight, -Math.PI / 2);
  for (let x = 5; x < straight; x += 5) at(h / 2 + straight - x, h / 2 + r + ((x / 5) % 2 ? 2.2 : 0));
  return `M${points.join("L")}Z`;
}

/** A seal as an SVG drawing; `label` is one glyph (square seal) or a short word (wide seal). */
function sealOf(kind, label) {
  const wide = label.length > 1;
  const [w, h] = wide ? [26 + label.length * 9.4, 34] : [44, 44];
  const drawing = svg("svg", { viewBox: `0 0 ${w} ${h}`, class: `seal seal-${kind}${wide ? " seal-wide" : ""}`, "aria-hidden": "true" });
  drawing.style.setProperty("--seal-ratio", (w / h).toFixed(3));
  const outline = SEAL_OUTLINES[kind] ?? SEAL_OUTLINES.plain;
  const word = svg("text", { x: w / 2, y: h / 2, class: "seal-word" });
  word.textContent = label;
  drawing.append(...outline(w, h), word);
  return drawing;
}

// Where a word would not fit: a tick, a cross, an arrow that puts a word in, a plus; around (0, 0).
const SEAL_SIGNS = {
  accepted: "M-9 0L-3 7L9 -7",
  rejected: "M-8 -8L8 8M8 -8L-8 8",
  correction: "M0 -9V8M-6 2L0 8L6 2",
  residual: "M0 -9V8M-6 2L0 8L6 2",
  bonus: "M-9 0H9M0 -9V9",
};

/** A square seal with a sign instead of a glyph: the same outlines. */
function signSealOf(kind) {
  const drawing = sealOf(kind, "");
  drawing.lastChild.replaceWith(svg("path", { d: SEAL_SIGNS[kind] ?? "M-7 0H7", transform: "translate(22 22)", class: "seal-sign" }));
  return drawing;
}

const ICON_PATHS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  next: "M6.5 6v12l8-6zM18 6v12",
  back: "M17.5 6v12l-8-6zM6 6v12",
  first: "M12.5 6.5L6.5 12l6 5.5M18 6.5L12 12l6 5.5",
  last: "M11.5 6.5l6 5.5-6 5.5M6 6.5l6 5.5-6 5.5",
  close: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  help: "M9 9.2a3 3 0 1 1 4.4 2.7c-1 .5-1.4 1.1-1.4 2.1M12 17.2v.6",
  tower: "M8 20V9h8v11M7 9V5h2.2v1.8h1.7V5h2.2v1.8h1.7V5H17v4M10.5 20v-4h3v4M5 20h14",
  line: "M4 7h16M4 12h16M4 17h10",
};
const FILLED_ICONS = new Set(["play"]);

function iconOf(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `icon${FILLED_ICONS.has(name) ? " icon-filled" : ""}`, "aria-hidden": "true" },
    svg("path", { d: ICON_PATHS[name] }),
  );
}
