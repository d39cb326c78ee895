// Turns the markup of the chats into elements. Text only ever becomes text nodes.

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((one) => one !== null && one !== undefined));
  return made;
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;

// A text with its days as the reader of the page writes them: 1 Mar 2026, Mar 1, 2026, 2026. 3. 1.
export function dated(text) {
  const spoken = document.documentElement.lang;
  const locale = navigator.languages.find((one) => one.startsWith(spoken)) || spoken;
  const written = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return String(text).replace(DAY, (day) => (Number.isNaN(Date.parse(day)) ? day : written.format(new Date(day))));
}

const THUMB = "M7 10v10H4V10zm0 0 4-7c1.5 0 2.5 1 2.5 2.5V9H19c1 0 1.8 1 1.5 2l-2 7.5c-.2.9-1 1.5-1.9 1.5H7";

// A thumb as the chats draw it: a font may lack the sign.
export function thumb(isUp) {
  const name = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(name, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("class", isUp ? "thumb" : "thumb down");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(name, "path");
  path.setAttribute("d", THUMB);
  drawn.append(path);
  return drawn;
}

const NAMED = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": " " };

function unescaped(text) {
  return text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (name) => NAMED[name]);
}

export function link(url, ...children) {
  const isWeb = /^https?:\/\//i.test(url);
  return isWeb ? el("a", { href: url, rel: "noreferrer noopener", target: "_blank" }, children) : el("span", {}, children);
}

// Each rule: a pattern, and what it becomes. `deeper` reads the same markup inside.
const MARKDOWN = [
  [/\\([\\`*_{}[\]()#+\-.!|>~&<@])/y, (found) => found[1]],
  [/`([^`\n]+)`/y, (found) => el("code", {}, unescaped(found[1]))],
  [/\*\*(.+?)\*\*/y, (found, deeper) => el("strong", {}, deeper(found[1]))],
  [/\*([^*\s](?:[^*\n]*[^*\s])?)\*/y, (found, deeper) => el("em", {}, deeper(found[1]))],
  [/\[([^\]\n]+)\]\(([^()\s]+)\)/y, (found, deeper) => link(unescaped(found[2]), deeper(found[1]))],
];
const MRKDWN = [
  [/<(https?:[^|>]+)\|([^>]+)>/y, (found) => link(unescaped(found[1]), unescaped(found[2]))],
  [/<(https?:[^>]+)>/y, (found) => link(unescaped(found[1]), unescaped(found[1]))],
  [/`([^`\n]+)`/y, (found) => el("code", {}, unescaped(found[1]))],
  [/\*([^*\n]+)\*/y, (found, deeper) => el("strong", {}, deeper(found[1]))],
  [/\b_([^_\n]+)_\b/y, (found, deeper) => el("em", {}, deeper(found[1]))],
  [/~([^~\n]+)~/y, (found, deeper) => el("s", {}, deeper(found[1]))],
];
const CITED = [/\[(\d{1,3})\](?!\()/y, (found) => el("sup", { "data-cited": found[1] }, `[${found[1]}]`)];

function inline(text, rules) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(unescaped(plain));
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    let next = at;
    for (const [pattern, becomes] of rules) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) continue;
      flush();
      nodes.push(becomes(found, (inner) => inline(inner, rules)));
      next = at + found[0].length;
      break;
    }
    if (next === at) plain += text[next++];
    at = next;
  }
  flush();
  return nodes.flat();
}

function lines(text, rules) {
  return text.split("\n").flatMap((line, number) => (number ? [el("br"), ...inline(line, rules)] : inline(line, rules)));
}

export function mrkdwn(text) {
  return lines(text, MRKDWN);
}

const ITEM = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/;

// Markdown of replies: paragraphs, lists, quotes, tables and fenced code.
export function markdown(text, { cited = false } = {}) {
  const rules = cited ? [...MARKDOWN.slice(0, 1), CITED, ...MARKDOWN.slice(1)] : MARKDOWN;
  return blocks(text).map(({ kind, rows }) => {
    if (kind === "code") return el("pre", {}, rows.join("\n"));
    if (kind === "quote") return el("blockquote", {}, lines(rows.join("\n"), rules));
    if (kind === "table") return table(rows, rules);
    if (kind === "list") {
      const [, first] = ITEM.exec(rows[0]);
      const items = rows.map((row) => el("li", {}, inline(ITEM.exec(row)[2], rules)));
      return el(first ? "ol" : "ul", first ? { start: first } : {}, items);
    }
    return el("p", {}, lines(rows.join("\n"), rules));
  });
}

function kindOf(row) {
  if (ITEM.test(row)) return "list";
  if (/^>\s?/.test(row)) return "quote";
  if (/^\|.*\|\s*$/.test(row)) return "table";
  return "text";
}

function blocks(text) {
  const found = [];
  let fence = null;
  for (const row of text.split("\n")) {
    if (/^```/.test(row)) {
      if (fence) fence = null;
      else found.push((fence = { kind: "code", rows: [] }));
      continue;
    }
    if (fence) {
      fence.rows.push(row);
      continue;
    }
    const kind = row.trim() ? kindOf(row) : null;
    const last = found.at(-1);
    if (kind === null) found.push({ kind: null, rows: [] });
    else if (last && last.kind === kind) last.rows.push(kind === "quote" ? row.replace(/^>\s?/, "") : row);
    else found.push({ kind, rows: [kind === "quote" ? row.replace(/^>\s?/, "") : row] });
  }
  return found.filter((one) => one.kind !== null);
}

function table(rows, rules) {
  const cells = rows.map((row) => row.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const isRule = (row) => row.every((cell) => /^:?-+:?$/.test(cell));
  const [head, ...body] = cells.filter((row) => !isRule(row));
  return el("table", {}, el("thead", {}, el("tr", {}, head.map((cell) => el("th", {}, inline(cell, rules))))),
    el("tbody", {}, body.map((row) => el("tr", {}, row.map((cell) => el("td", {}, inline(cell, rules)))))));
}
