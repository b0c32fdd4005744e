// Small helpers for texts and elements. All words come in as data; here they are only filled and put in place.

/** "p = {p}" with {p: 0.5} -> "p = 0.50". Numbers are shown by `figure`. An unknown key shows itself. */
function fill(template, values = {}) {
  return String(template ?? "").replace(/(= )?\{(\w+)\}/g, (whole, equals = "", name) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    const text = typeof value === "number" ? figure(value) : String(value);
    return equals && /^[<>]\d/.test(text) ? `${text[0]} ${text.slice(1)}` : equals + text; // "q > 0.999", not "q = >0.999"
  });
}

/** "captions.haul" in the nested words. */
function wordAt(words, path) {
  return path.split(".").reduce((node, name) => node?.[name], words) ?? path;
}

/** A probability or a count for reading: integers as they are, else two decimals, small ones with two digits. */
function figure(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return "∞";
  if (Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 0.995) return value.toFixed(2);
  if (size < 0.000005) return "<0.00001";
  if (size < 0.0995) return value.toFixed(size < 0.00095 ? 5 : size < 0.0095 ? 4 : 3);
  return value.toFixed(2);
}

function probability(value) {
  if (value === 0 || value === 1) return String(value);
  if (value > 0.9995 && value < 1) return ">0.999";
  return value > 0.995 && value < 1 ? value.toFixed(3) : figure(value);
}

/** element("p.caption", {role: "status"}, "text", child, ...) */
function element(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Text and attributes are only touched when they change: nothing flickers, and nothing is announced twice. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setData(node, name, value) {
  if (value === null || value === undefined || value === false) delete node.dataset[name];
  else if (node.dataset[name] !== String(value)) node.dataset[name] = String(value);
}

/** A token as it stands on a slip: visible blanks (␣ ⏎) are set small and pale, so that the word is what one reads. */
function setToken(node, text) {
  if (node.textContent === text) return node;
  const parts = text.split(/([␣⏎])/).filter(Boolean);
  node.replaceChildren(...parts.map((part) => (part === "␣" || part === "⏎" ? element("span.unseen", {}, part) : part)));
  return node;
}

/** A token as one says it: without the blank in front, unless the blank is all there is. */
function spoken(text) {
  return text.replace(/^␣+(?=[^␣])/, "");
}

function setAria(node, hidden) {
  if (hidden) node.setAttribute("aria-hidden", "true");
  else node.removeAttribute("aria-hidden");
}
