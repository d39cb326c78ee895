// Draws the Block Kit blocks of a reply as Slack does.
import { el, link, markdown, mrkdwn, thumb } from "./text.js";

export function slack(blocks, act) {
  return blocks.map((block) => (DRAWN[block.type] || unknown)(block, act));
}

const DRAWN = {
  markdown: (block) => el("div", { class: "s-markdown" }, markdown(block.text)),
  section: (block, act) => el("div", { class: "s-section" }, el("div", {}, text(block.text)),
    block.fields ? el("div", { class: "s-fields" }, block.fields.map((one) => el("div", {}, text(one)))) : null,
    block.accessory ? element(block.accessory, act) : null),
  context: (block) => el("div", { class: "s-context" }, block.elements.map((one) => el("span", {}, text(one)))),
  header: (block) => el("h4", { class: "s-header" }, block.text.text),
  divider: () => el("hr"),
  actions: (block, act) => el("div", { class: "s-actions" }, block.elements.map((one) => element(one, act))),
  context_actions: (block, act) => el("div", { class: "s-actions" }, block.elements.map((one) => element(one, act))),
  table: (block) => el("table", {}, el("tbody", {}, block.rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cellText(cell))))))),
};

function unknown(block) {
  return el("p", { class: "s-unknown" }, `(${block.type})`);
}

function text(one) {
  return one.type === "plain_text" ? one.text : mrkdwn(one.text);
}

function cellText(cell) {
  if (cell.type === "raw_text") return cell.text;
  return (cell.elements || []).flatMap((part) => (part.elements || [part]).map((run) => run.text || ""));
}

function element(one, act) {
  if (one.type === "feedback_buttons") {
    return el("span", { class: "s-feedback" }, rating(one.positive_button, true), rating(one.negative_button, false));
  }
  if (one.type === "button") {
    if (one.url) return link(one.url, one.text.text);
    return el("button", { type: "button", class: one.style || "", onclick: () => act(one.action_id, one.value) }, one.text.text);
  }
  return unknown(one);
}

function rating(button, isUp) {
  return el("button", { type: "button", disabled: true, "aria-label": button.accessibility_label || button.text.text }, thumb(isUp));
}
