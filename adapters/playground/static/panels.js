// What is behind an answer: its sources, how it was made, and its JSON; and the list of documents.
import { dated, el } from "./text.js";

export function sources(listed, say) {
  if (!listed.length) return null;
  return el("details", { class: "sources" }, el("summary", {}, `${say("sources")} (${listed.length})`),
    listed.map((one) => el("section", {}, el("h4", {}, `[${one.number}] ${[one.title, one.section].filter(Boolean).join(" › ")}`),
      el("p", { class: "about" }, [one.version && `v${one.version}`, one.effective_from && `${say("from")} ${dated(one.effective_from)}`,
        one.page && `${say("page")} ${one.page}`, `${say("score")} ${one.score}`].filter(Boolean).join(" · ")),
      el("p", { class: "passage" }, marked(one.passage || one.quotes.join(" … "), one.quotes)))));
}

// The passage with its quotes marked, wherever their white space differs.
function marked(passage, quotes) {
  const found = quotes.map((quote) => placeOf(quote, passage)).filter(Boolean).sort((a, b) => a[0] - b[0]);
  const nodes = [];
  let at = 0;
  for (const [start, end] of found) {
    if (start < at) continue;
    nodes.push(passage.slice(at, start), el("mark", {}, passage.slice(start, end)));
    at = end;
  }
  nodes.push(passage.slice(at));
  return nodes;
}

function placeOf(quote, passage) {
  const words = quote.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(words.join("\\s+")).exec(passage);
  return found && [found.index, found.index + found[0].length];
}

export function why(made, say) {
  if (!made) return null;
  const found = made.retrieval?.candidates || [];
  const cited = new Set((made.final?.citations || []).map((one) => one.chunk_id));
  return el("details", { class: "why" }, el("summary", {}, `${say("why")} (${made.ms} ms)`),
    made.metrics?.cached ? el("p", { class: "about" }, say("cached")) : null,
    steps(made.steps, say),
    made.retrieval ? el("p", {}, `${say("sure")} ${made.retrieval.likelihood}`) : null,
    pairs(made.retrieval?.signs, say("signs")),
    pairs(made.retrieval?.moved, say("moved")),
    found.length ? el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("found") }, el("table", {},
      el("caption", {}, say("found")), el("thead", {}, el("tr", {}, [say("passage"), say("score"), say("cited")].map((one) => el("th", { scope: "col" }, one)))),
      el("tbody", {}, found.map((one) => el("tr", {}, el("td", {}, one.title, el("small", {}, one.chunk_id)),
        el("td", {}, String(one.score)), el("td", {}, cited.has(one.chunk_id) ? say("cited") : "")))))) : null,
    grounding(made.grounding, say));
}

function steps(taken, say) {
  const entries = Object.entries(taken || {});
  const most = Math.max(1, ...entries.map(([, ms]) => ms));
  return el("ol", { class: "steps" }, entries.map(([name, ms]) => el("li", {}, el("span", {}, say(`step_${name}`, name)),
    el("meter", { min: 0, max: most, value: ms, "aria-label": `${name} ${ms} ms` }), el("span", {}, `${ms} ms`))));
}

function pairs(values, title) {
  const entries = Object.entries(values || {});
  if (!entries.length) return null;
  return el("div", {}, el("p", { class: "title" }, title), el("dl", {},
    entries.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value))))));
}

function grounding(checked, say) {
  const dropped = [...(checked?.issues || []), ...(checked?.rejected || [])];
  return dropped.length ? el("p", {}, `${say("dropped")}: ${dropped.join(", ")}`) : null;
}

export function json(reply, say) {
  const text = JSON.stringify(reply, null, 2);
  const copy = el("button", { type: "button" }, say("copy"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = say("copied");
  });
  return el("details", { class: "json" }, el("summary", {}, "JSON"), copy, el("pre", { tabindex: "0" }, text));
}

// `asOf` is called with a day, to ask as of it; `read` fetches the passages of a version.
export function documents(listed, say, asOf, read) {
  const heads = ["title", "versions", "where", "category", "role", "owner"];
  return el("table", {}, el("thead", {}, el("tr", {}, heads.map((one) => el("th", { scope: "col" }, say(one))))),
    el("tbody", {}, listed.map((one) => el("tr", { class: one.in_force ? "" : "out" },
      el("td", { lang: one.language }, one.title, el("small", {}, one.doc_id), asRead(one, say, read)),
      el("td", {}, el("ol", { class: "line" }, one.versions.map((version) => el("li", { class: version.standing.replaceAll(" ", "-") },
        `v${version.version} `, days(version, say, asOf), el("small", {}, ` · ${say(version.standing)}`))))),
      el("td", {}, one.where.join(", ") || say("all")), el("td", {}, one.category), el("td", {}, say(one.audience)),
      el("td", {}, one.owner || "–")))));
}

// What the bot reads of a document, fetched when it is opened.
function asRead(one, say, read) {
  const version = (one.versions.find((each) => each.standing === "in force") || one.versions.at(-1)).version;
  const inside = el("div", {});
  const details = el("details", { class: "read" }, el("summary", {}, say("asRead")), inside);
  details.addEventListener("toggle", async () => {
    if (!details.open || inside.childElementCount) return;
    inside.replaceChildren(...await read(one.doc_id, version));
  });
  return details;
}

export function passages(listed, say) {
  return listed.map((one) => el("section", {}, el("h4", {}, [...one.section, one.page && `${say("page")} ${one.page}`].filter(Boolean).join(" › ")),
    el("p", { class: "passage" }, one.text)));
}

function days(version, say, asOf) {
  const said = dated([version.from || "…", version.until || "…"].join(" – "));
  const day = version.from || version.until;
  if (!day) return el("small", {}, said);
  return el("button", { type: "button", class: "plain", title: `${say("askAsOf")} ${dated(day)}`, onclick: () => asOf(day) }, said);
}

// The tables of a report; a bar shows a number's share of the largest in its column.
export function report(made, say) {
  const tables = Object.entries(made).filter(([name, rows]) => Array.isArray(rows) && name !== "stubs");
  const shown = tables.map(([name, rows]) => el("section", { "aria-label": name }, el("h3", {}, name),
    rows.length ? el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": name }, rowsOf(rows)) : el("p", {}, say("none"))));
  return [el("p", { class: "about" }, dated(made.about)), ...shown];
}

export function rowsOf(rows) {
  const names = Object.keys(rows[0]);
  const counted = rows.length > 1 ? names.find((name) => Number.isInteger(rows[0][name])) : null;
  const most = Math.max(1, ...rows.map((row) => row[counted] || 0));
  const cell = (row, name) => el("td", {}, cellOf(row[name], name),
    name === counted ? el("meter", { min: 0, max: most, value: row[name], "aria-label": `${row[name]}` }) : null);
  return el("table", {}, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, names.map((name) => cell(row, name))))));
}

const SHARES = new Set(["answered", "closest", "refused"]);

function cellOf(value, name) {
  if (value === null) return "–";
  return SHARES.has(name) ? `${Math.round(100 * value)} %` : dated(value);
}
