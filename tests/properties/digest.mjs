// Answers lines on its input: saves, records and views as JSON, each as JSON again, with the digest of the state in it.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

/** The name for how a state stands: the first half of SHA-256 over its compact JSON. */
function digest(save) {
  return createHash("sha256").update(JSON.stringify(save.state), "utf8").digest("hex").slice(0, 32);
}

for await (const line of createInterface({ input: process.stdin })) {
  const found = JSON.parse(line);
  console.log(JSON.stringify({ text: JSON.stringify(found), digest: found?.state ? digest(found) : null }));
}
