// Elements and numbers for reading. Words come in as data; everything reaches the page as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** element("p.caption", {role: "status"}, child, ...) */
function element(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  setAll(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function svg(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElementNS(SVG, tag);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  setAll(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function setAll(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : value);
  }
}

function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function fill(template, values = {}) {
  return String(template ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** 0.625 -> "62.5%": one decimal where it says something. */
function percent(value) {
  const figure = value * 100;
  if (figure > 1e-9 && figure < 0.05) return "<0.1%";
  const rounded = Math.round(figure * 10) / 10;
  return `${Number.isInteger(rounded) ? rounded : rounded.toFixed(1)}%`;
}

/** The same without its sign, for places where there is no room. */
const bareNumber = (value) => percent(value).replace("%", "");

const decimal = (value, places = 3) => value.toFixed(places);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const ease = (t) => (t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Patterns that tell the masses apart without colour; `id` keeps them apart between pictures. */
function patterns(id) {
  const lines = (name, size, path, width) =>
    svg("pattern", { id: `${id}-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" },
      svg(`rect.ground-${name}`, { width: size, height: size }),
      svg(`path.stroke-${name}`, { d: path, "stroke-width": width, fill: "none" }));
  return svg("defs", {},
    lines("returned", 8, "M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6", 2),
    lines("refilled", 9, "M4.5 1.5 V7.5 M1.5 4.5 H7.5", 1.6),
    lines("surplus", 8, "M0 8 L4 1 L8 8", 1.6));
}
