// Where the reader stood in each run. The host may tear a stage down and build it anew when the page around it changes;
// the place must not depend on that.

const REMOUNTED = 5000; // a run that comes back within so many milliseconds plays on
const lastPlaces = new Map();

function rememberPlace(id, place) {
  lastPlaces.delete(id);
  lastPlaces.set(id, { ...place, when: Date.now() });
  if (lastPlaces.size > 30) lastPlaces.delete(lastPlaces.keys().next().value);
}

/** {index, playing, speed, mode} of a run seen before in this tab, `playing` only if it was just now; else null. */
function recallPlace(id) {
  const place = lastPlaces.get(id);
  return place ? { ...place, playing: place.playing && Date.now() - place.when < REMOUNTED } : null;
}

/** The stage goes: from now on it counts how long it stays away. */
function leavePlace(id) {
  if (lastPlaces.has(id)) rememberPlace(id, lastPlaces.get(id));
}
