// What the host sends of a run that grows: all of its rounds, or only those behind the ones that are held here already.
// Pure: the data that came and the data before in, whole data out.

/** A trace whose `held` rounds were left out, put behind those of the trace before; null where they are not held. */
function joinedTrace(trace, before) {
  const held = trace?.held ?? 0;
  if (!held) return trace ?? null;
  if ((before?.rounds.length ?? 0) < held) return null;
  return { ...trace, held: 0, rounds: [...before.rounds.slice(0, held), ...trace.rounds] };
}

/** `data` with all rounds of run and plain lane. Where some are missing, as after a new mount, the run is told to have
 *  a gap and keeps what it had. */
function wholeOf(data, before) {
  const same = before?.run?.id === data.run?.id ? before : null;
  const trace = joinedTrace(data.run?.trace, same?.run?.trace);
  const plain = joinedTrace(data.plain, same?.plain);
  const gap = Boolean((data.run?.trace && !trace) || (data.plain && !plain));
  return {
    ...data,
    run: { ...data.run, trace: trace ?? same?.run?.trace ?? null, gap, complete: data.run?.complete && !gap },
    plain: plain ?? same?.plain ?? null,
  };
}
