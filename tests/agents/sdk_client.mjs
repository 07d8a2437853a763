// Calls every tool with the client of the official SDK, which checks the answers against the
// schemas, and reads all resources and prompts. With an address and a token in the environment it
// connects over HTTP, otherwise it starts the server.
//   [ADDRESS=URL TOKEN=TEXT] node sdk_client.mjs NSCOPE FIXTURES CALLS.json
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [nscope, fixtures, callsFile] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(callsFile, "utf8"));
const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
const rootsAsked = new Promise((resolve) => {
  client.setRequestHandler(ListRootsRequestSchema, () => {
    setTimeout(resolve, 100);
    return { roots: [{ uri: pathToFileURL(fixtures).href, name: "fixtures" }] };
  });
});
const { ADDRESS: address, TOKEN: token } = process.env;
const http = address && new StreamableHTTPClientTransport(new URL(address), {
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
await client.connect(http || new StdioClientTransport({ command: nscope, args: ["mcp"] }));
if (!http) await rootsAsked;  // over HTTP, the client cannot name folders

const failures = [];
const { tools } = await client.listTools();
for (const tool of tools) {
  const result = await client.callTool({ name: tool.name, arguments: calls[tool.name] });
  if (result.isError || !("result" in result.structuredContent)) {
    failures.push(`${tool.name}: ${result.content[0].text}`);
  }
}
const { resources } = await client.listResources();
for (const resource of resources) {
  const { contents } = await client.readResource({ uri: resource.uri });
  if (resource.mimeType === "application/json") JSON.parse(contents[0].text);
  else if (!contents[0].text.startsWith("# ")) failures.push(`${resource.uri}: no page`);
}
const { prompts } = await client.listPrompts();
for (const prompt of prompts) {
  const given = Object.fromEntries(prompt.arguments.map((each) => [each.name, "x"]));
  const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
  if (messages.length !== 1) failures.push(`${prompt.name}: no message`);
}
const stop = new AbortController();
const sql =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000000) " +
  "SELECT count(*) FROM n";
const cancelled = client
  .callTool({ name: "query_run", arguments: { run: "tiny_profile.json", sql } }, undefined, {
    signal: stop.signal,
  })
  .then(() => failures.push("a cancelled call was answered"), () => {});
setTimeout(() => stop.abort("test"), 500);
await cancelled;
await client.ping();
if (http) await http.terminateSession();
await client.close();
console.log(JSON.stringify({ tools: tools.length, resources: resources.length,
  prompts: prompts.length, failures }));
process.exit(failures.length === 0 ? 0 : 1);
