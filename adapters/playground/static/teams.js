// Draws the activities of a reply as Teams does; Adaptive Cards by Microsoft's own renderer.
import { el, markdown, thumb } from "./text.js";

const MESSAGE = "https://schema.org/Message";
const CARD = "application/vnd.microsoft.card.adaptive";

export function teams(activities, act) {
  return activities.map((activity) => message(activity, act));
}

function message(activity, act) {
  const said = (activity.entities || []).find((one) => one.type === MESSAGE) || {};
  const citations = (said.citation || []).map((one) => one.appearance ? { number: one.position, ...one.appearance } : null);
  const byAi = (said.additionalType || []).includes("AIGeneratedContent");
  const shown = el("div", { class: "t-message" });
  if (byAi) shown.append(el("span", { class: "t-ai" }, "AI-generated"));
  if (activity.text) shown.append(el("div", { class: "t-text" }, markdown(activity.text, { cited: true })));
  for (const one of activity.attachments || []) {
    if (one.contentType === CARD) shown.append(card(one.content));
  }
  if (citations.length) shown.append(references(citations.filter(Boolean)));
  if (activity.channelData?.feedbackLoop) {
    shown.append(el("div", { class: "t-feedback" }, el("button", { type: "button", disabled: true, "aria-label": "Like" }, thumb(true)),
      el("button", { type: "button", disabled: true, "aria-label": "Dislike" }, thumb(false))));
  }
  const actions = activity.suggestedActions?.actions || [];
  if (actions.length) {
    shown.append(el("div", { class: "t-suggested" }, actions.map((one) =>
      el("button", { type: "button", onclick: () => act("say", one.value) }, one.title))));
  }
  return shown;
}

function references(citations) {
  return el("ol", { class: "t-references" }, citations.map((one) => el("li", { value: one.number }, reference(one))));
}

function reference(citation) {
  const named = [el("strong", {}, citation.name), citation.abstract ? el("span", {}, citation.abstract) : null];
  if (citation.encodingFormat !== CARD) return named;
  return el("details", {}, el("summary", {}, named), card(JSON.parse(citation.text)));
}

function card(content) {
  const Cards = globalThis.AdaptiveCards;
  if (!Cards) return el("pre", {}, JSON.stringify(content, null, 2));
  const drawn = new Cards.AdaptiveCard();
  drawn.hostConfig = new Cards.HostConfig(host());
  drawn.onExecuteAction = (action) => {
    if (action.url) window.open(action.url, "_blank", "noopener");
  };
  drawn.parse(content);
  return el("div", { class: "t-card" }, drawn.render());
}

function host() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const colour = (name, subtle) => ({ default: name, subtle });
  const foreground = {
    default: dark ? colour("#f5f5f5", "#c8c8c8") : colour("#242424", "#5a5a5a"),
    accent: dark ? colour("#a6a7f0", "#a6a7f0") : colour("#4f52b2", "#4f52b2"),
    attention: dark ? colour("#f1707b", "#f1707b") : colour("#b10e1c", "#b10e1c"),
    good: dark ? colour("#92c353", "#92c353") : colour("#237b4b", "#237b4b"),
    warning: dark ? colour("#f8d22a", "#f8d22a") : colour("#835c00", "#835c00"),
  };
  const style = (background) => ({ backgroundColor: background, foregroundColors: foreground });
  return {
    fontFamily: "inherit",
    supportsInteractivity: true,
    spacing: { small: 4, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 12 },
    fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 22 },
    separator: { lineThickness: 1, lineColor: dark ? "#3d3d3d" : "#e0e0e0" },
    containerStyles: { default: style("transparent"), emphasis: style(dark ? "#2b2b2b" : "#f5f5f5") },
    actions: { actionsOrientation: "horizontal", actionAlignment: "left", buttonSpacing: 8, maxActions: 6, spacing: "default" },
  };
}
