// What goes back to the host: where playback rests, which slip is open, and that the rounds run out. Every report costs
// the host a rerun, so none is made twice, and none that was not asked for.

const ROUNDS_AHEAD = 3; // ask for more when fewer computed rounds lie ahead
const ASK_AGAIN = 5000; // milliseconds before an unanswered request for more rounds may be repeated

function createReports() {
  let setState = () => {};
  let trigger = () => {};
  let wanted = null;
  let lastPosition = null;
  let asked = null;
  const wants = (name) => !wanted || wanted.includes(name);

  return {
    /** The host's functions are new at every call; `names` are the reports it wants, all of them if null. */
    connect(setStateValue, setTriggerValue, names) {
      [setState, trigger, wanted] = [setStateValue, setTriggerValue, names ?? null];
    },
    forget() {
      lastPosition = null;
      asked = null;
    },
    position(run, { round, beat }) {
      const value = { run, round, beat };
      if (!wants("position") || JSON.stringify(value) === lastPosition) return;
      lastPosition = JSON.stringify(value);
      setState("position", value);
    },
    need(run, round, again) {
      const have = run.trace.rounds.length;
      if (run.complete || !wants("need") || have - 1 - round >= ROUNDS_AHEAD) return;
      const now = Date.now();
      if (asked?.have === have && !(again && now - asked.when > ASK_AGAIN)) return;
      asked = { have, when: now };
      trigger("need", { run: run.id, have });
    },
    /** Rounds that the host took to be here are not: it is asked for all of them. */
    lost(run) {
      asked = { have: run.trace?.rounds.length ?? 0, when: Date.now() };
      trigger("need", { run: run.id, have: 0 });
    },
    selected(run, chosen) {
      if (wants("selected")) setState("selected", { run, ...chosen });
    },
  };
}
