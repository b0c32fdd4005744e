// The line view: the book, and under it the desk with the current round. A painter: everything comes from the view.

function createLine(host, words, { onSelect = () => {}, lane = null } = {}) {
  const main = element("article.page.page-main");
  const other = lane ? element("article.page.page-lane") : null;
  const pages = element("div.pages", {}, main, other);
  const foot = element("div.page-foot");
  const desk = element("div.desk-area");
  const layer = element("div.fly-layer");
  const view = element("div.line-view", {}, pages, desk, layer);
  host.append(view);
  const book = createPage(main, { title: lane ? words.lane.with : "", label: words.bench.book });
  const plain = lane ? createLanePage(other, words, lane.note) : null;
  main.append(foot);
  const legend = createLegend(foot, words);
  if (!lane) setData(pages, "single", true);
  const chain = createBench(desk, words, onSelect);
  const grove = createGrove(desk, words, onSelect);
  const observer = new ResizeObserver(() => [chain, grove].forEach((one) => one.layout()));
  observer.observe(desk);

  return {
    paint(next, { animate = false, speed = 1 } = {}) {
      layer.replaceChildren();
      const spans = book.paint(next.written, next.fresh.written);
      legend.paint(next);
      const bench = next.tree ? grove : chain;
      chain.node.hidden = Boolean(next.tree);
      grove.node.hidden = !next.tree;
      bench.paint(next, next.k);
      plain?.paint(next.lane, { animate, speed });
      if (!animate) return;
      if (next.tree) animateGrove(grove, next, speed);
      else animateBench(chain, next, speed);
      if (next.fresh.written.length) flyToBook(layer, bench, next, spans, speed);
    },
    reserve(lines) {
      book.reserve(lines);
      plain?.reserve(lines);
    },
    resize: () => [chain, grove].forEach((one) => one.layout()),
    destroy() {
      observer.disconnect();
      view.remove();
    },
  };
}
