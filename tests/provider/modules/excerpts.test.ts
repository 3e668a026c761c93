/** No module shows a part of a secret in the response of a proxy or of another server. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { redactor } from "../../../provider/core/secrets/redact";
import type { HttpResponse } from "../../../provider/contract/http";
import { parseResponse } from "../../../provider/modules/cloud/response";
import { responseError as pipelineError } from "../../../provider/modules/datapipeline/errors";
import { responseError as eventError, unusableResponse as eventUnreadable } from "../../../provider/modules/eventrouting/errors";
import { responseError as searchError, unusableResponse as searchUnreadable } from "../../../provider/modules/search/errors";

const secret = "Zx9-Qw8/Er7+Ty6=Ui5&Op4<As3>Df2 Gh1'Jk0";
const redact = redactor([secret])!;
const created = '{"id":"VuaCfGcB","api_key":"ui2lp2axTNmsyakw9tvNnw","tokens":[{"value":"AbCdEfGhIjKlMnOp"}]}';
const page = (text: string, status = 502): HttpResponse => ({ status, headers: {}, body: text });
const search = (text: string) => ({
  method: "PUT",
  server: "",
  path: "/_x",
  status: 502,
  headers: { "content-type": "text/html" },
  text,
  json: undefined,
  credentials: "none",
});

const messages: [module: string, message: (text: string) => string, limit?: number][] = [
  ["search, error", (text) => searchError(search(text), redact).message],
  ["search, no JSON", (text) => searchUnreadable(search(text), redact).message],
  ["cloud, status", (text) => JSON.stringify(parseResponse(page(text), redact))],
  ["cloud, no JSON", (text) => JSON.stringify(parseResponse(page(text, 200), redact))],
  ["cloud, members", (text) => JSON.stringify(parseResponse(page(JSON.stringify({ [text]: 1 }), 200), redact))],
  ["eventrouting, error", (text) => eventError(page(text), { subject: "Channel c", name: "", server: "", redact }).message],
  ["eventrouting, no JSON", (text) => eventUnreadable(page(text, 200), { subject: "Channel c", name: "", server: "", redact }).message],
  ["datapipeline, error", (text) => pipelineError("getX: GET /x", page(text), { redact, source: "s", url: "http://h/v1" }).message, 200],
];

describe.each(messages)("%s", (_module, message, limit = 500) => {
  it("shows nothing of a secret, wherever the excerpt ends", () => {
    for (let before = limit - secret.length - 10; before <= limit + 5; before++) {
      const shown = message(`${"-".repeat(before)}${secret}${"-".repeat(100)}`);
      for (let i = 0; i + 4 <= secret.length; i++) expect(shown).not.toContain(secret.slice(i, i + 4));
    }
  });

  it.each([
    ["complete", [created]],
    ["in several lines", [JSON.stringify(JSON.parse(created), null, 2)]],
    ["cut", [...created.slice(1)].map((_, i) => created.slice(0, i + 1))],
    ["before and behind a page", [`${created}<!-- proxy -->`, `<p>502</p>${created}`]],
    ["escaped in a page", [created.replaceAll('"', "&quot;"), created.replaceAll('"', '\\"')]],
  ])("shows nothing of an object with a new secret, %s", (_title, texts) => {
    for (const text of texts) expect(message(text)).not.toMatch(/ui2lp|AbCdE/);
  });
});

test("an excerpt is the only way to shorten a foreign text", () => {
  const root = join(__dirname, "../../../provider");
  const files = ["http", "modules"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(root, folder, name)),
  );
  const cutting = files.filter(
    (file) => file.endsWith(".ts") && /\.(?:slice|substring|substr)\(0, ?\d{2,}\)/.test(withoutDates(readFileSync(file, "utf8"))),
  );
  expect(cutting).toEqual([]);
});

/** The number in a date is not part of a server's text. */
function withoutDates(code: string) {
  return code.replaceAll("toISOString().slice(0, 10)", "");
}
