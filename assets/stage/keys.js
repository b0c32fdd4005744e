// Space, arrows, Home, End and ? drive the stage, and only when nobody else wants them.

const KEY_ACTIONS = { " ": "toggle", ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", "?": "help", Escape: "close" };
const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable='true'], [role='textbox'], [role='slider'], [role='combobox']";
const OWN_SPACE = "button, a[href], summary, [role='button'], [role='tab'], [role='radio']";

/** The stage that answers when the focus is on the page itself: the one last used, else the first one. */
let stageInCharge = null;

function inView(node) {
  const box = node.getBoundingClientRect();
  const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  return box.height > 0 && seen > Math.min(box.height, innerHeight) * 0.3;
}

/** What this key press asks of the stage at `root`, or null if it is meant for something else. */
function keyAction(event, root) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const action = KEY_ACTIONS[event.key];
  if (!action) return null;
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return stageInCharge === root && inView(root) ? action : null;
  const inside = event.composedPath().includes(root);
  if (target.closest(TYPING) && !(inside && action === "close")) return null;
  if (event.key === " " && target.closest(OWN_SPACE)) return null;
  if (inside) return action;
  const onPage = target === document.body || target === document.documentElement || event.composedPath()[0].contains(hostOf(root));
  return onPage && stageInCharge === root && inView(root) && action !== "close" ? action : null;
}

/** The element in the page that holds the stage: itself, or the host of its shadow root. */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}

function listenToKeys(root, act) {
  stageInCharge ??= root;
  const takeCharge = () => (stageInCharge = root);
  const onKey = (event) => {
    const action = keyAction(event, root);
    if (!action) return;
    if (act(action)) event.preventDefault();
  };
  root.addEventListener("pointerdown", takeCharge);
  root.addEventListener("focusin", takeCharge);
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("keydown", onKey);
    if (stageInCharge === root) stageInCharge = null;
  };
}
