// The page beside the run that shows one slip's numbers: which slip it is, whether it can be seen yet, and where the
// focus goes back to.

function createDetail(node, words, before = null) {
  let chosen = before; // {round, slip}
  let opener = null;
  const inspector = createInspector(node, words, { onClose: close });

  function close() {
    chosen = null;
    inspector.hide();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  }

  /** A round that has gone by is shown as it ended; one that is not yet reached is not shown. */
  function paint(trace, view) {
    if (!chosen || chosen.round > view.round || !trace.rounds[chosen.round]) return inspector.hide();
    const now = chosen.round === view.round ? view : viewAt(trace, { round: chosen.round, beat: "write", step: 0 });
    return inspector.show(now, chosen);
  }

  return {
    paint,
    close,
    chosen: () => chosen,
    isOpen: () => Boolean(chosen),
    forget() {
      chosen = null;
    },
    /** Slip of the round in view; what was chosen, null where there is nothing to show. */
    open(trace, view, slip, quiet) {
      opener = node.getRootNode().activeElement;
      chosen = { round: view.round, slip };
      if (!paint(trace, view)) return null;
      node.scrollIntoView({ block: "nearest", behavior: quiet ? "auto" : "smooth" });
      inspector.focus();
      return chosen;
    },
  };
}
