// Calls the API by generated types: it compiles under `strict`, and every call is answered.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const client = createClient<paths>({ baseUrl: process.argv[2] });
const question = "how long is a gift card valid?";

function has<Data>(name: string, came: { data?: Data; response: Response }): Data {
  if (came.data === undefined) throw new Error(`${name}: ${came.response.status}`);
  return came.data;
}

async function main(): Promise<void> {
  const answer: components["schemas"]["AskResponse"] = has("ask", await client.POST("/api/v1/ask", { body: { question } }));
  const id: string | null = answer.meta.answer_id;
  if (id === null || !answer.citations[0]?.quote.includes("5 years")) throw new Error("ask: no evidence");
  has("answer", await client.GET("/api/v1/answers/{answer_id}", { params: { path: { answer_id: id } } }));
  has("feedback", await client.POST("/api/v1/feedback", { body: { answer_id: id, rating: "good" } }));
  has("search", await client.POST("/api/v1/search", { body: { query: "gift card" } }));
  has("retrieve", await client.POST("/api/v1/retrieve", { body: { query: "gift card" } }));
  has("documents", await client.GET("/api/v1/documents"));
  has("policy", await client.POST("/api/v1/policy/ask", { body: { query: question } }));
  has("book", await client.POST("/ask", { body: { question } }));
  has("chat", await client.POST("/chat", { body: { question } }));
  has("concierge", await client.POST("/api/ai/ask", { body: { question } }));
  const events = has("stream", await client.POST("/api/v1/ask/stream", { body: { question }, parseAs: "text" }));
  if (!String(events).includes("event: result")) throw new Error("stream: no result");
  const wrong = await client.POST("/api/v1/ask", { body: { question, category: "moon" } });
  if (wrong.response.status !== 422 || !wrong.error?.detail.includes("there are: ")) throw new Error("no 422");
}

void main();
