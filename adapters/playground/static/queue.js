// The questions that wait for a rule, as cards with a form to answer them; and what owners look after beside them.
import { dated, el } from "./text.js";

const WORDS = 400;
const REVIEW_DAYS = 180;
const RULES = "/api/v1/documents", PINS = "/api/v1/pins", REVIEWS = "/api/v1/reviews";

// `tools`: say, wrong, read(path, body, method), isKnown() once there is a key, askKey(), and what the page knows at its start.
export function queue(found, tools) {
  const { say } = tools;
  const head = [`${say("waiting")} ${found.gaps.length}`, `${say("settled")} ${found.settled}`].join(" · ");
  return [el("p", { class: "about" }, head), el("div", { class: "cards" }, found.gaps.map((gap) => card(gap, tools)))];
}

// What is pinned, and what is due for review; only for those who have a key.
export async function looked(tools) {
  const { say, read } = tools;
  const [{ pins }, { due }] = await Promise.all([read(PINS), read(REVIEWS)]);
  const about = (...parts) => el("small", {}, parts.filter(Boolean).join(" · "));
  return [
    list(say("pins"), pins.map((pin) => [el("div", {}, el("strong", {}, pin.question), el("p", {}, pin.quotes.join(" … ")),
      about(pin.owner, pin.ends_on && `${say("until")} ${dated(pin.ends_on)}`, !pin.is_shown && say("broken"))),
    say("unpin"), () => read(`${PINS}/${pin.pin_id}`, null, "DELETE")]), tools),
    list(say("due"), due.map((one) => [el("div", {}, el("strong", {}, one.title), about(one.owner, `${say("reviewBy")} ${dated(one.review_by)}`)),
      say("stillTrue"), () => read(REVIEWS, { doc_id: one.doc_id })]), tools),
  ];
}

function list(title, rows, tools) {
  return el("section", { "aria-label": title, class: "due" }, el("h3", {}, title),
    rows.length ? el("ul", {}, rows.map(([shown, label, act]) => row(shown, label, act, tools))) : el("p", {}, tools.say("none")));
}

function row(shown, label, act, { wrong }) {
  const button = el("button", { type: "button" }, label), item = el("li", {}, shown, button);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act();
      item.remove();
    } catch (error) {
      button.disabled = false;
      item.append(wrong(error));
    }
  });
  return item;
}

function card(gap, tools) {
  const { say, start, isKnown, askKey } = tools;
  const answer = el("button", { type: "button", class: "first" }, say("answer"));
  const made = el("article", { class: "gap" }, el("h3", {}, gap.question), el("p", { class: "about" }, facts(gap, tools)),
    gap.wordings.length > 1 ? el("details", {}, el("summary", {}, `${say("wordings")} (${gap.wordings.length - 1})`),
      el("ul", {}, gap.wordings.slice(1).map((one) => el("li", {}, one)))) : null,
    nearest(gap.nearest, say), el("p", { class: "about" }, `${say("owner")}: ${gap.owner || "–"}`), start.writes ? answer : null);
  answer.addEventListener("click", () => {
    if (!isKnown()) return askKey();
    answer.hidden = true;
    const form = fields(gap, tools, () => {
      form.remove();
      answer.hidden = false;
      answer.focus();
    });
    made.append(form);
    form.elements.text.focus();
  });
  return made;
}

function facts(gap, { say, start, language }) {
  const counted = (n, one, many) => (n === 1 ? say(one) : say(many).replace("{n}", n));
  const names = new Map(start.stores.map((one) => [one.id, one[language()]]));
  return [counted(gap.people, "person", "people"), counted(gap.times, "once", "times"), gap.stores.map((one) => names.get(one) || one).join(", "),
    gap.waits_days ? counted(gap.waits_days, "waitsOne", "waits") : say("waitsToday")].filter(Boolean).join(" · ");
}

function nearest(rule, say) {
  if (!rule) return el("p", { class: "about" }, say("nothingNear"));
  const place = [rule.title, rule.section].filter(Boolean).join(" › ");
  return el("div", {}, el("p", { class: "about" }, `${say("nearest")}: ${place}`), el("blockquote", {}, cut(rule.text)));
}

function cut(text) {
  return text.length > WORDS ? `${text.slice(0, WORDS).trimEnd()}…` : text;
}

// The form of a rule: what it would change is shown before it can be saved, and once more after each change.
function fields(gap, tools, close) {
  const { say, start, wrong, read } = tools;
  const [store] = gap.stores.length === 1 ? gap.stores : [];
  const shown = el("div", { role: "status" });
  const labelled = (name, field) => el("label", {}, el("span", {}, say(name)), field);
  const form = el("form", { class: "answer" },
    labelled("named", el("input", { name: "title", maxlength: 150, required: true, value: gap.question })),
    labelled("rule", el("textarea", { name: "text", rows: 4, maxlength: 20000, required: true })),
    el("div", { class: "row" }, labelled("firstDay", el("input", { name: "effective_from", type: "date", required: true, value: start.today })),
      labelled("reviewBy", el("input", { name: "review_by", type: "date", value: later(start.today) })),
      labelled("readers", el("select", { name: "audience" }, ["staff", "manager", "admin"].map((one) => el("option", { value: one }, say(one)))))),
    start.stores.length ? labelled("where", el("select", { name: "stores", multiple: true, size: Math.min(4, start.stores.length) },
      start.stores.map((one) => el("option", { value: one.id, selected: one.id === store }, one[tools.language()])))) : null,
    el("p", { class: "row" }, el("button", { class: "first" }, say("preview")), el("button", { type: "button", onclick: close }, say("cancel"))), shown);
  form.addEventListener("input", () => shown.replaceChildren());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const rule = ruleOf(form, gap);
    try {
      const preview = await read(RULES, { ...rule, dry_run: true });
      const save = el("button", { type: "button", class: "first" }, say("save"));
      save.addEventListener("click", () => saved(save, rule));
      shown.replaceChildren(...changes(preview, say), save);
    } catch (error) {
      shown.replaceChildren(wrong(error));
    }
  });
  const saved = async (save, rule) => {
    save.disabled = true;
    try {
      const written = await read(RULES, rule);
      form.replaceWith(el("p", { class: "done", role: "status" }, say(written.state === "waiting" ? "approval" : "saved")));
    } catch (error) {
      shown.replaceChildren(wrong(error));
    }
  };
  return form;
}

function ruleOf(form, gap) {
  const data = new FormData(form), about = Object.fromEntries([...data].filter(([name, value]) => value && name !== "stores"));
  return { ...about, stores: data.getAll("stores"), question: gap.question, ...(gap.owner ? { owner: gap.owner } : {}) };
}

function later(day) {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + REVIEW_DAYS);
  return at.toISOString().slice(0, 10);
}

function changes(preview, say) {
  const said = (title, rules) => (rules.length ? [el("p", { class: "title" }, title), el("ul", {}, rules.map((one) => el("li", {}, one)))] : []);
  const quoted = (one) => `${[one.title, one.section].filter(Boolean).join(" › ")}: “${cut(one.text)}”`;
  return [el("p", { class: "title" }, `${say("willSay")} ${dated(preview.effective_from)}:`), el("blockquote", {}, preview.text),
    ...said(say("contradicts"), preview.contradicts.map((one) => quoted(one.other))), ...said(say("repeats"), preview.repeats.map(quoted)),
    ...said(say("saysToday"), preview.nearest.map(quoted)), ...said(say("neverQuoted"), preview.never_quoted)];
}
