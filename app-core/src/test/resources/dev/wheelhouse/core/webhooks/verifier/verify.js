// Reads messages as JSON, one a line: {secret, headers, body}. Answers each with a line: what the library made of it.
import { createInterface } from "node:readline";
import { Webhook } from "standardwebhooks";

for await (const line of createInterface({ input: process.stdin })) {
  const { secret, headers, body } = JSON.parse(line);
  try {
    console.log(`accepted ${new Webhook(secret).verify(body, headers).type}`);
  } catch (refusal) {
    console.log(`refused ${refusal.message}`);
  }
}
