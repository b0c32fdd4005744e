// Space, arrows, Home, End and ? drive the stage, and only when nobody else wants them.

const KEY_ACTIONS = { " ": "toggle", ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", "?": "help", Escape: "close" };
const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable='true'], [role='textbox'], [role='slider'], [role='combobox']";
const OWN_SPACE = "button, a[href], summary, [role='button'], [role='tab'], [role='radio']";

/** All stages of the page. The last one answers when the focus is on the page itself: the one used last. */
const stagesByUse = new Set();

function inCharge(root) {
  return [...stagesByUse].at(-1) === root;
}

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
  if (!(target instanceof Element)) return inCharge(root) && inView(root) ? action : null;
  const inside = event.composedPath().includes(root);
  if (target.closest(TYPING) && !(inside && action === "close")) return null;
  if (event.key === " " && target.closest(OWN_SPACE)) return null;
  if (inside) return action;
  const onPage = target === document.body || target === document.documentElement || target.contains(hostOf(root));
  return onPage && inCharge(root) && inView(root) ? action : null;
}

/** The element in the page that holds the stage: itself, or the host of its shadow root. */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}

function listenToKeys(root, act) {
  const takeCharge = () => {
    stagesByUse.delete(root);
    stagesByUse.add(root);
  };
  const onKey = (event) => {
    const action = keyAction(event, root);
    if (action && act(action)) event.preventDefault();
  };
  const first = [...stagesByUse];
  stagesByUse.clear();
  for (const stage of [root, ...first]) stagesByUse.add(stage); // a new stage does not take the keys from one in use
  root.addEventListener("pointerdown", takeCharge);
  root.addEventListener("focusin", takeCharge);
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("keydown", onKey);
    stagesByUse.delete(root);
  };
}
