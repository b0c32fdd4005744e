// The page of a run that travels: heading, language, the stage, what the run was, its rounds, and the way out as a file.
// Stands behind stage.js in one module. All words come with the data; tokens only through textContent.

const travel = JSON.parse(document.querySelector("#travel-data").textContent);
const stageHost = document.querySelector("#stage-host");
const LANGUAGE_NAMES = { "zh-Hant": "繁體中文", en: "English" };
let spokenLanguage = travel.language;

/** `#en` behind the file's name opens it in that language. */
function languageAsked() {
  const asked = decodeURIComponent(location.hash.slice(1));
  return Object.hasOwn(travel.words, asked) ? asked : null;
}

function speak(language) {
  spokenLanguage = language;
  document.documentElement.lang = language;
  const { page, stage } = travel.words[language];
  document.title = page.title;
  paintHead(page);
  mountStage({
    data: { run: travel.run, plain: travel.plain, words: stage, options: { view: "tower", speed: 1, lane: true, reports: [] } },
    parentElement: stageHost,
    setStateValue: () => {},
    setTriggerValue: () => {},
  });
  paintFoot(page);
}

function languageButtons(page) {
  const group = element("div.travel-languages", { role: "group", "aria-label": page.language });
  for (const code of Object.keys(travel.words)) {
    const node = element("button", { type: "button", lang: code, "aria-pressed": String(code === spokenLanguage) }, LANGUAGE_NAMES[code] ?? code);
    node.onclick = () => {
      speak(code);
      document.querySelector(`.travel-languages [lang="${CSS.escape(code)}"]`)?.focus();
    };
    group.append(node);
  }
  return group;
}

function paintHead(page) {
  const head = document.querySelector(".travel-head");
  const what = travel.kind === "what-if" ? element("p.travel-what-if", { role: "note" }, element("strong", {}, page.what_if), " ", travel.note?.[spokenLanguage] ?? "") : null;
  head.replaceChildren(
    element("div.travel-top", {}, element("h1", {}, page.title), languageButtons(page)),
    element("p", {}, fill(page.lead, { saved: travel.saved })),
    ...(what ? [what] : []),
  );
}

function factsOf(page) {
  const { settings, made_with: made, totals } = travel.run.trace;
  const names = page.facts;
  const number = (value) => (value === null ? "–" : Number(value).toFixed(2));
  const facts = [
    [names.pair, page.pairs[settings.pair] ?? settings.pair],
    [names.drafter, page.drafters[settings.drafter] ?? settings.drafter],
    ...(settings.rule ? [[names.rule, page.rules[settings.rule] ?? settings.rule]] : []),
    ...Object.entries(settings.rule_parameters),
    ["k", settings.k],
    [names.temperature, settings.temperature],
    ["top-k", settings.top_k],
    ["top-p", settings.top_p],
    [names.seed, settings.seed],
    [names.length, settings.max_new_tokens],
    [names.hauls, totals.hauls],
    [names.tokens, totals.tokens],
    [names.per_haul, number(totals.tokens_per_haul)],
    [names.alpha, number(totals.alpha)],
    ...Object.entries(made.weights).map(([role, print]) => [fill(names.weights, { role: page.roles[role] ?? role }), print.slice(0, 16)]),
    [names.threads, made.threads],
  ];
  return element("dl.travel-facts", {}, ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, String(value)))));
}

function roundsOf(page) {
  const say = page.rounds;
  const head = element("thead", {}, element("tr", {}, ...[say.round, say.slips, say.kept, say.words, say.own, say.draft_ms, say.verify_ms].map((name) => element("th", { scope: "col" }, name))));
  const body = element("tbody");
  for (const round of travel.run.trace.rounds) {
    const kept = round.drafts.filter((slip) => slip.verdict === "accepted").length;
    const own = round.emitted ? `${spoken(round.emitted.text)} (${page.kinds[round.emitted.kind]})` : "–";
    const cells = [
      round.drafts.map((slip) => slip.text).join(" ") || "–",
      round.drafts.length ? `${kept}/${round.drafts.length}` : "–",
      round.tokens.map((token) => token.raw).join("").trim(),
      own,
      (round.seconds.draft * 1000).toFixed(2),
      (round.seconds.verify * 1000).toFixed(2),
    ];
    body.append(element("tr", {}, element("th", { scope: "row" }, String(round.index + 1)), ...cells.map((text) => element("td", {}, text))));
  }
  return element("div.travel-scroll", { tabindex: "0", role: "group", "aria-label": say.title }, element("table", {}, head, body));
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function paintFoot(page) {
  const button = (label, act) => {
    const node = element("button", { type: "button" }, label);
    node.onclick = act;
    return node;
  };
  const ways = element(
    "div.travel-ways",
    {},
    button(page.json, () => save("oracle-tower-run.json", "application/json", JSON.stringify(travel.run.trace))),
    ...(travel.csv ? [button(page.csv, () => save("oracle-tower-rounds.csv", "text/csv", travel.csv))] : []),
  );
  document.querySelector(".travel-foot").replaceChildren(
    element("section", {}, element("h2", {}, page.what), factsOf(page)),
    element("section", {}, element("h2", {}, page.rounds.title), roundsOf(page), ways, element("p.travel-small", {}, page.replay)),
  );
}

speak(languageAsked() ?? spokenLanguage);
