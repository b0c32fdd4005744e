// Counts of what has been played so far, as bars that grow under the dials; a tick marks where each bar should settle.

/** Counts over the first `n` draws of a series. */
function countsOf(series, n, size) {
  const zeros = () => new Array(size).fill(0);
  const counts = { drawn: zeros(), refilled: zeros(), written: zeros(), kept: 0, returned: 0 };
  for (let i = 0; i < n; i += 1) {
    counts.drawn[series.slip[i]] += 1;
    counts.written[series.word[i]] += 1;
    if (series.kept[i]) counts.kept += 1;
    else {
      counts.returned += 1;
      counts.refilled[series.word[i]] += 1;
    }
  }
  return counts;
}

function createTally(host, kind) {
  const title = element("p.tally-title");
  const list = element("ul.tally", { "data-kind": kind });
  host.append(title, list);
  let rows = [];

  /** entries: [{name, count, expected (share of n)}]; bars are shares of n. */
  function paint(name, entries, n) {
    say(title, name);
    if (rows.length !== entries.length) {
      rows = entries.map(() => {
        const parts = { name: element("span.tally-name"), bar: element("span.bar"), tick: element("span.mark"), count: element("span.tally-count") };
        parts.node = element("li", {}, parts.name, element("span.lane", { "aria-hidden": "true" }, parts.bar, parts.tick), parts.count);
        return parts;
      });
      list.replaceChildren(...rows.map((row) => row.node));
    }
    const widest = Math.max(0.2, ...entries.map((entry) => entry.expected)) * 1.25;
    entries.forEach((entry, i) => {
      say(rows[i].name, entry.name);
      say(rows[i].count, String(entry.count));
      rows[i].bar.style.width = `${n ? clamp((100 * entry.count) / n / widest, 0, 100) : 0}%`;
      rows[i].tick.style.left = `${clamp((100 * entry.expected) / widest, 0, 100)}%`;
      setAll(rows[i].bar, { "data-row": entry.mark ?? null });
    });
  }

  return { paint };
}
