// Speaks with a server by a client of the protocol's SDK: what client.mjs has to do is its input, as JSON. Prints what came of
// it, as JSON: {revision, server, tools, rows, refused}.
import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { mode, url, token, command, database } = JSON.parse(readFileSync(0, "utf8"));
const isFirst = mode === "first";
const self = { name: "client of a test", version: "1" };
const client = isFirst ? new FirstClient(self) : new Client(self, { versionNegotiation: { mode } });
let revision;
const transport = url
  ? new (isFirst ? FirstHttp : StreamableHTTPClientTransport)(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    })
  : new (isFirst ? FirstStdio : StdioClientTransport)({ command: command[0], args: command.slice(1) });
if (isFirst) {
  transport.setProtocolVersion ??= () => {};
  const told = transport.setProtocolVersion.bind(transport);
  transport.setProtocolVersion = (agreed) => { revision = agreed; told(agreed); };
}
await client.connect(transport);
revision ??= client.getNegotiatedProtocolVersion();
const { tools } = await client.listTools();
const ask = (sql) => client.callTool({ name: "query", arguments: { database, sql } });
const rows = await ask("SELECT name || char(8232) AS name FROM item ORDER BY 1");
const refused = await ask("DELETE FROM item");
console.log(JSON.stringify({
  revision,
  server: client.getServerVersion()?.name,
  tools: tools.map((tool) => tool.name),
  rows: rows.isError ? `error: ${rows.content[0].text}` : rows.content[0].text,
  refused: refused.isError === true,
}));
await client.close();
