// The page: asks, draws each reply as Slack and as Teams show it, and lists the documents.
import { documents, json, passages, report, rowsOf, sources, why } from "./panels.js";
import { looked, queue } from "./queue.js";
import { slack } from "./slack.js";
import { teams } from "./teams.js";
import { dated, el } from "./text.js";

const SAID = {
  en: {
    ask: "Ask", documents: "Documents", files: "How each file was read", who: "Who asks", role: "Role", staff: "Staff", manager: "Manager", admin: "Administrator",
    store: "Store", storeType: "Type of store", category: "Category", asOf: "As of", replies: "Replies in", asAsked: "as asked",
    key: "API key", keyFor: "With the key of a manager or an administrator, you can answer, unpin and review.", anew: "New thread", thread: "Thread", question: "Question", examples: "Ask for example:",
    sources: "Sources", from: "since", page: "page", score: "score", why: "Why this answer", sure: "Likelihood that it answers:",
    signs: "Signs for it", moved: "Moved by", found: "Passages found", passage: "Passage", dropped: "Dropped by the check",
    copy: "Copy", copied: "Copied", asRead: "What the bot reads", title: "Document", versions: "Versions", where: "Counts in", owner: "Owner", all: "all", index: "Index",
    reindex: "Reindex", diff: "What has changed", rollback: "Roll back", thinking: "Looking …", choosing: "Reading what I found …", revised: "Updated with the language model's choice.", behind: "Behind it", failed: "That failed:",
    "in force": "in force", superseded: "superseded", expired: "expired", "not yet in force": "not yet in force",
    cited: "cited", cached: "Answered before: this time is from memory.", askAsOf: "Ask as of",
    reports: "Reports", report: "Report", usage: "Usage", gaps: "Gaps", feedback: "Feedback", contradictions: "Contradictions",
    damage: "Damage", receipts: "Who has read", days: "Days", none: "None.",
    waiting: "Waiting for a rule:", settled: "Got one in these days:", wordings: "Also asked as", nearest: "Nearest rule", nothingNear: "No rule comes near.",
    person: "1 person", people: "{n} people", once: "once", times: "{n} times", waitsToday: "waits since today", waitsOne: "waits 1 day", waits: "waits {n} days",
    answer: "Answer", named: "Title", rule: "The rule", firstDay: "First day", reviewBy: "Review by", readers: "Who may read it", preview: "Preview", save: "Save",
    willSay: "In force from", contradicts: "These rules in force say otherwise:", repeats: "These rules say it already:", saysToday: "The documents say today:",
    neverQuoted: "Never quoted, because they give orders to a language model:", saved: "Saved. I answer from it within a minute, and tell whoever asked.",
    approval: "Saved. It waits for a second person's approval.", pins: "Pinned answers", broken: "not shown: its documents have changed", until: "until", unpin: "Unpin",
    due: "Due for review", stillTrue: "Still true",
    welcome: "Welcome! Ask about the store's documents as your staff would: you see the answer as Slack and Teams show it.",
    lost: "I can't reach the server. Check that storewise still runs, then try again.", cancel: "Cancel",
    reading: "I'm still reading the documents. This page goes on by itself in a moment.",
    sure_reindex: "Read all documents again? Staff get answers from the new index as soon as it is ready.",
    sure_rollback: "Go back to the previous index? Staff get answers from it at once.", stored: "In a chat, this button works on the stored answer.",
  },
  ko: {
    ask: "질문", documents: "문서", files: "파일별 읽은 결과", who: "질문하는 사람", role: "역할", staff: "직원", manager: "점장", admin: "관리자",
    store: "매장", storeType: "매장 종류", category: "분류", asOf: "기준일", replies: "답변 언어", asAsked: "질문과 같은 언어",
    key: "API 키", keyFor: "점장이나 관리자의 키가 있으면 답변을 작성하고, 고정을 해제하고, 검토를 기록할 수 있습니다.", anew: "새 스레드", thread: "스레드", question: "질문", examples: "질문 예시:",
    sources: "출처", from: "시행", page: "쪽", score: "점수", why: "이렇게 답한 이유", sure: "답일 가능성:",
    signs: "근거가 된 신호", moved: "바뀐 순위", found: "찾은 문단", passage: "문단", dropped: "검사에서 뺀 문장",
    copy: "복사", copied: "복사했습니다", asRead: "봇이 읽은 내용", title: "문서", versions: "버전", where: "적용 매장", owner: "담당", all: "전체", index: "색인",
    reindex: "다시 색인", diff: "바뀐 문서", rollback: "되돌리기", thinking: "찾는 중 …", choosing: "찾은 내용을 읽는 중 …", revised: "언어 모델이 고른 내용으로 바꿨습니다.", behind: "자세히", failed: "처리하지 못했습니다:",
    "in force": "시행 중", superseded: "대체됨", expired: "만료", "not yet in force": "시행 전",
    cited: "인용", cached: "이전 답변을 그대로 사용했습니다.", askAsOf: "이 날짜 기준으로 질문:",
    reports: "보고서", report: "보고서", usage: "사용량", gaps: "빠진 규정", feedback: "평가", contradictions: "불일치",
    damage: "잘못 안내된 답변", receipts: "읽음 확인", days: "기간(일)", none: "없습니다.",
    waiting: "규정을 기다리는 질문:", settled: "이 기간에 규정이 생긴 질문:", wordings: "다른 표현", nearest: "가장 가까운 규정", nothingNear: "가까운 규정이 없습니다.",
    person: "1명", people: "{n}명", once: "1번", times: "{n}번", waitsToday: "오늘부터 대기", waitsOne: "1일째 대기", waits: "{n}일째 대기",
    answer: "답변 작성", named: "제목", rule: "규정 내용", firstDay: "시행일", reviewBy: "검토 기한", readers: "읽을 수 있는 사람", preview: "미리보기", save: "저장",
    willSay: "시행일:", contradicts: "시행 중인 다음 규정과 내용이 다릅니다:", repeats: "다음 규정에 이미 같은 내용이 있습니다:", saysToday: "현재 문서 내용:",
    neverQuoted: "AI에게 지시하는 문장이라 인용하지 않습니다:", saved: "저장했습니다. 1분 안에 이 규정으로 답하고, 질문했던 사람에게 알립니다.",
    approval: "저장했습니다. 다른 사람의 승인을 기다립니다.", pins: "고정한 답변", broken: "문서가 바뀌어 보이지 않음", until: "기한", unpin: "고정 해제",
    due: "검토할 문서", stillTrue: "그대로 맞음",
    welcome: "안녕하세요! 직원처럼 매장 문서에 대해 질문해 보세요. 답변이 Slack과 Teams에서 어떻게 보이는지 알 수 있습니다.",
    lost: "서버에 연결할 수 없습니다. storewise가 실행 중인지 확인한 뒤 다시 시도해 주세요.", cancel: "취소",
    reading: "문서를 읽고 있습니다. 잠시 후 자동으로 계속합니다.",
    sure_reindex: "모든 문서를 다시 읽을까요? 새 색인이 준비되면 바로 직원 답변에 사용됩니다.",
    sure_rollback: "이전 색인으로 되돌릴까요? 되돌린 색인이 바로 직원 답변에 사용됩니다.", stored: "채팅에서는 저장된 답변에 대해 작동하는 버튼입니다.",
    step_classify: "질문 이해", step_retrieve: "찾기", step_generate: "작성", step_check: "검사", step_finalize: "마무리",
    step_suggest: "다음 질문", step_catalogue: "상품 목록", step_compare: "버전 비교", step_record: "기록",
  },
};
const $ = (id) => document.getElementById(id);
const page = { language: navigator.language.startsWith("ko") ? "ko" : "en", thread: crypto.randomUUID(), start: null, asking: false, left: new AbortController() };

function say(name, other) {
  return SAID[page.language][name] ?? other ?? name;
}

function speak() {
  document.documentElement.lang = page.language;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  $("language").textContent = page.language === "ko" ? "English" : "한국어";
  $("language").lang = page.language === "ko" ? "en" : "ko";
  if (page.start) {
    $("corpus").textContent = page.start.corpus[page.language];
    nameStores();
  }
  showExamples();
}

function nameStores() {
  const select = $("who").elements.store, chosen = select.value;
  select.replaceChildren(el("option", { value: "" }, "–"),
    ...page.start.stores.map((one) => el("option", { value: one.id }, one[page.language])));
  select.value = chosen;
}

async function call(path, body, signal, method = body ? "POST" : "GET") {
  const key = $("who").elements.key.value;
  const headers = { ...(body ? { "Content-Type": "application/json" } : {}), ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  const response = await reached(fetch(path.startsWith("/") ? path : `/playground/${path}`, { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) }));
  if (response.ok) return response;
  if (response.status === 401) $("key").hidden = false;
  const problem = await response.json().catch(() => ({}));
  const fields = (problem.errors || []).map((one) => `${one.field}: ${one.problem}`);
  const told = new Error([problem.detail || response.statusText, ...fields].join(" "));
  told.again = Number(response.headers.get("Retry-After"));
  throw told;
}

// What a server sends; browsers have no words for people where there is none.
async function reached(sent) {
  try {
    return await sent;
  } catch (error) {
    throw new Error("", { cause: error });
  }
}

async function read(path, body, method) {
  const response = await call(path, body, undefined, method);
  return reached(response.json());
}

// Events as they come: their names, and what they say.
async function* events(path, body, signal) {
  let rest = "";
  const reader = (await call(path, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reached(reader.read()); !part.done; part = await reached(reader.read())) {
    const whole = (rest + part.value).split("\r\n\r\n");
    rest = whole.pop();
    for (const [, name, about] of whole.map((one) => one.match(/^event: (.*)\r\ndata: (.*)$/)).filter(Boolean)) {
      const told = JSON.parse(about);
      if (name === "problem") throw new Error(told.detail);
      yield [name, told];
    }
  }
}

function wrong(error) {
  const told = error.message ? `${say("failed")} ${error.message}` : say("lost");
  return el("p", { class: "wrong", role: "alert" }, told);
}

// One question at a time: a second Enter or click asks nothing. A better choice may come after the answer, until the next question.
async function ask(text) {
  if (page.asking) return;
  page.asking = true;
  page.left.abort();
  const left = page.left = new AbortController();
  $("question").value = "";
  $("welcome").hidden = true;
  $("examples").replaceChildren();
  const who = Object.fromEntries([...new FormData($("who"))].filter(([name, value]) => value && name !== "key"));
  const turn = el("article", { class: "turn" }, el("h3", { class: "asked" }, text), el("p", { class: "thinking" }, say("thinking")));
  $("turns").append(turn);
  turn.scrollIntoView({ block: "start" });
  let isAnswered = false;
  const answered = (element) => {
    turn.lastChild.replaceWith(element);
    page.asking = false;
    isAnswered = true;
    turn.scrollIntoView({ block: "start" });
  };
  try {
    for await (const [name, told] of events("ask", { question: text, thread: page.thread, ...who }, left.signal)) {
      if (name === "step" && told.name === "model") turn.lastChild.textContent = say("choosing");
      else if (name === "result") answered(drawn(told));
      else if (name === "revision") revise(turn, told);
    }
    if (!isAnswered) throw new Error("");
  } catch (error) {
    if (isAnswered || left.signal.aborted) return;  // the answer stands, or nobody waits for it
    answered(wrong(error));
    $("question").value ||= text;
  }
}

function revise(turn, shown) {
  const before = turn.lastChild, tabs = [...before.querySelectorAll(".tabs button")];
  const better = drawn(shown, tabs.findIndex((one) => one.getAttribute("aria-pressed") === "true"));
  for (const one of before.querySelectorAll(".behind > [open]")) better.querySelector(`.behind > .${one.className}`)?.setAttribute("open", "");
  before.replaceWith(better);
  better.querySelector(".note").textContent = say("revised");
}

function drawn(shown, chosen = 0) {
  const panes = {
    Slack: el("div", { class: "slack", lang: shown.language }),
    Teams: el("div", { class: "teams", lang: shown.language }),
  };
  const behind = el("div", { class: "behind" });
  const note = el("p", { class: "note", role: "status" });
  const act = (name, value) => {
    const [verb, number] = String(name).split(":");
    if (verb === "say") ask(value);
    else if (verb === "follow_up") ask(shown.suggestions[Number(number ?? value)]);
    else if (verb === "choice") ask(shown.choices[Number(number)]);
    else if (verb === "sources") behind.querySelector(".sources")?.setAttribute("open", "");
    else note.textContent = say("stored");
  };
  panes.Slack.append(...slack(shown.slack, act));
  panes.Teams.append(...teams(shown.teams, act));
  behind.append(...[sources(shown.sources, say), why(shown.why, say), json(shown.reply, say)].filter(Boolean));
  const sections = Object.entries(panes).map(([name, pane]) =>
    el("section", { class: "pane", "aria-label": name, "data-pane": name }, el("h4", {}, name), pane));
  const tabs = el("div", { class: "tabs" }, Object.keys(panes).map((name, number) =>
    el("button", { type: "button", "aria-pressed": String(number === chosen), onclick: (event) => {
      for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab === event.target));
      for (const section of sections) section.classList.toggle("chosen", section.dataset.pane === name);
    } }, name)));
  sections[chosen].classList.add("chosen");
  return el("div", {}, tabs, el("div", { class: "panes" }, sections), note, behind);
}

function showExamples() {
  if (!page.start || $("turns").children.length) return;
  const listed = [...page.start.examples[page.language], ...page.start.examples[page.language === "ko" ? "en" : "ko"]].slice(0, 6);
  $("examples").replaceChildren(...(listed.length ? [el("p", {}, say("examples"))] : []),
    ...listed.map((one) => el("button", { type: "button", onclick: () => ask(one) }, one)));
}

async function begin() {
  try {
    page.start = await read("start");
  } catch (error) {
    const reading = error.again ? el("p", { role: "status" }, say("reading")) : wrong(error);
    $("examples").replaceChildren(reading);
    if (error.again) setTimeout(begin, error.again * 1000);
    return;
  }
  const who = $("who").elements;
  for (const [name, values] of [["store_type", page.start.store_types], ["category", page.start.categories]]) {
    who[name].replaceChildren(el("option", { value: "" }, "–"), ...values.map((one) => el("option", {}, one)));
  }
  $("stores").hidden = !page.start.stores.length;
  who.as_of.value = "";
  who.as_of.placeholder = page.start.today;
  speak();
}

async function readPassages(doc, version) {
  try {
    const about = new URLSearchParams({ doc_id: doc, version });
    const found = await read(`passages?${about}`);
    return found.passages.length ? passages(found.passages, say) : [el("p", { class: "about" }, say("none"))];
  } catch (error) {
    return [wrong(error)];
  }
}

async function showDocuments() {
  try {
    const known = await read(`documents?language=${page.language}`);
    $("status").textContent = dated(known.status);
    $("documents").replaceChildren(documents(known.documents, say, askAsOf, readPassages));
  } catch (error) {
    $("documents").replaceChildren(wrong(error));
  }
}

async function showFiles() {
  const inside = $("files").querySelector("div");
  try {
    const known = await read("files");
    inside.replaceChildren(known.files.length ? rowsOf(known.files) : say("none"));
  } catch (error) {
    inside.replaceChildren(wrong(error));
  }
}

function show(name) {
  for (const one of document.querySelectorAll("[data-page]")) {
    $(one.dataset.page).hidden = one.dataset.page !== name;
    if (one.dataset.page === name) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  if (name === "library") showDocuments();
  if (name === "reports") showReport();
}

async function showReport() {
  const wanted = new URLSearchParams(new FormData($("wanted"))), isQueue = wanted.get("kind") === "gaps";
  const isKnown = () => Boolean($("who").elements.key.value);
  const tools = { say, wrong, read, isKnown, askKey: () => $("who").elements.key.focus(), start: page.start, language: () => page.language };
  if (isQueue && page.start?.writes) $("key").hidden = false;
  $("looked").replaceChildren();
  await put("report", async () => (isQueue ? queue(await read(`queue?${wanted}`), tools) : report(await read(`report?${wanted}`), say)));
  if (isQueue && isKnown()) await put("looked", () => looked(tools));
}

async function put(where, make) {
  try {
    $(where).replaceChildren(...await make());
  } catch (error) {
    $(where).replaceChildren(wrong(error));
  }
}

function askAsOf(day) {
  $("who").elements.as_of.value = day;
  show("talk");
  $("question").focus();
}

// Asks before what changes the answers of everybody.
function isSure(command) {
  if (!(`sure_${command}` in SAID.en)) return Promise.resolve(true);
  const dialog = $("sure");
  $("sure-about").textContent = say(`sure_${command}`);
  dialog.querySelector("[value=yes]").textContent = say(command);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

async function run(command) {
  if (!(await isSure(command))) return;
  const bar = el("progress", { "aria-label": say(command) });
  const step = el("span");
  $("progress").replaceChildren(bar, step);
  try {
    for await (const [name, told] of events("run", { command, language: page.language })) {
      if (name === "progress") {
        bar.max = told.total;
        bar.value = told.done;
        step.textContent = ` ${told.counted} ${told.done} / ${told.total}`;
      } else $("progress").replaceChildren(el("pre", { class: told.code ? "wrong" : "" }, dated(told.text)));
    }
  } catch (error) {
    $("progress").replaceChildren(wrong(error));
  }
  await showDocuments();
}

$("files").addEventListener("toggle", () => $("files").open && showFiles());
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("question").value.trim();
  if (text) ask(text);
});
$("anew").addEventListener("click", () => {
  page.left.abort();
  page.asking = false;
  page.thread = crypto.randomUUID();
  $("turns").replaceChildren();
  $("welcome").hidden = false;
  showExamples();
  $("question").focus();
});
$("language").addEventListener("click", () => {
  page.language = page.language === "ko" ? "en" : "ko";
  speak();
  if (!$("library").hidden) showDocuments();
  if (!$("reports").hidden) showReport();
});
$("who").addEventListener("submit", (event) => event.preventDefault());
$("wanted").addEventListener("change", showReport);
$("wanted").addEventListener("submit", (event) => event.preventDefault());
$("key").addEventListener("change", async () => {
  await begin();
  if (!$("reports").hidden) showReport();
});
for (const button of document.querySelectorAll("[data-page]")) button.addEventListener("click", () => show(button.dataset.page));
for (const button of document.querySelectorAll("[data-run]")) button.addEventListener("click", () => run(button.dataset.run));
speak();
begin();
