// The clock of the stage: which frame is on, whether it moves, how fast. Knows no DOM and no trace.
//
// Playback never runs past what has been computed: at the last known frame of an unfinished run it waits, and goes on
// by itself when more frames arrive.

/** Milliseconds a frame rests at speed 1: fast moves, then time to read. */
const RESTS = { start: 1500, draft: 700, haul: 1250, stamp: 1400, write: 1700, end: 0 };
const SPEEDS = [0.5, 1, 2, 4];

function createPlayer({ onFrame, onState, schedule = setTimeout, cancel = clearTimeout }) {
  let frames = [];
  let complete = false;
  let index = 0;
  let playing = false;
  let speed = 1;
  let timer = null;

  const waiting = () => playing && !complete && index >= frames.length - 1;

  function arm() {
    cancel(timer);
    timer = null;
    if (!playing || !frames.length) return;
    if (index >= frames.length - 1) {
      if (complete) stop();
      return; // else: wait for more
    }
    timer = schedule(() => show(index + 1, true), RESTS[frames[index].beat] / speed);
  }

  function show(target, animate) {
    index = Math.max(0, Math.min(target, frames.length - 1));
    onFrame(frames[index], { animate, index });
    arm();
    onState(state());
  }

  function stop() {
    playing = false;
    cancel(timer);
    timer = null;
    onState(state());
  }

  function state() {
    return { index, count: frames.length, playing, waiting: waiting(), complete, speed, atEnd: index >= frames.length - 1 };
  }

  return {
    state,
    frame: () => frames[index],
    frames: () => frames,
    /** New frames of the same run: the position is kept. */
    extend(next, isComplete) {
      frames = next;
      complete = isComplete;
      if (index >= frames.length) index = Math.max(0, frames.length - 1);
      arm();
      onState(state());
    },
    /** Another run: from `position` on. */
    load(next, isComplete, position = 0) {
      cancel(timer);
      playing = false;
      frames = next;
      complete = isComplete;
      show(position, false);
    },
    play() {
      if (complete && index >= frames.length - 1) show(0, false);
      playing = true;
      arm();
      onState(state());
    },
    pause: stop,
    /** Moving by hand stops the clock, so that what was asked for stays in view. */
    step(by) {
      playing = false;
      show(index + by, by > 0);
    },
    go(target) {
      playing = false;
      show(target, false);
    },
    setSpeed(value) {
      speed = value;
      arm();
      onState(state());
    },
    destroy: () => cancel(timer),
  };
}
