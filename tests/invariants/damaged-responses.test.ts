/**
 * Responses in which members have another type than documented, or that a proxy or the network has damaged: every operation ends with a state of the schema or an expected error,
 * which contains no secret of a response.
 */
import fc from "fast-check";
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { HttpResponse } from "../../provider/contract/http";
import { schema as schemaFile } from "../provider/tools/schema-file";
import type { Draw } from "./changes";
import { property, timeLimitMs } from "./counts";
import { damaged, withLongNumber } from "./random-remote";
import { mismatches } from "../support/schema-shape";
import { openVariant, type StoredObject } from "./fixture";
import { outcomeOf } from "../support/in-process";
import { variants, type ModuleVariant } from "./variants";

jest.setTimeout(timeLimitMs);
/** The response with random members of other types, or damaged on its way; one that is not JSON stays as it is. */
function damagedResponse(draw: Draw, response: HttpResponse): HttpResponse {
  const { body: text } = response;
  if (!/^\s*\{/.test(text) || draw(fc.nat, 3) === 0) return response;
  if (draw(fc.nat, 2) === 0) {
    const damage = [
      { body: text.slice(0, -1 - draw(fc.nat, 40)) },
      { body: `${text}<!-- proxy -->` },
      { headers: {} },
      { status: 302 },
      { status: 502 },
    ];
    return { ...response, ...draw(fc.constantFrom, ...damage) };
  }
  const body = JSON.stringify(damaged(draw, JSON.parse(text)));
  return draw(fc.boolean) ? withLongNumber({ ...response, body }) : { ...response, body };
}

/** The values of the token's secret outputs in a response. */
function secretsIn(token: string, { body }: HttpResponse) {
  const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
  const { properties = {} } = schemaFile.resources![token]!;
  const names = new Set(
    Object.keys(properties)
      .filter((name) => properties[name]!.secret)
      .map(plain),
  );
  const secrets: string[] = [];
  if (names.size > 0)
    JSON.parse(body, (name, value: unknown) => void (typeof value === "string" && names.has(plain(name)) && secrets.push(value)));
  return secrets;
}

/** Returns the result; fails for an error that is none of the provider's or is a defect, and for a state of another form than the schema's. */
async function expectSound(token: string, work: Promise<StoredObject | undefined>, secrets: readonly string[]) {
  const outcome = await outcomeOf(work);
  if (!(outcome instanceof Error)) {
    // A member that the service leaves out is absent in the state as well.
    const wrong = outcome ? mismatches(outcome.state, schemaFile.resources![token]!) : [];
    expect(wrong.filter((text) => !text.endsWith(" is missing"))).toEqual([]);
    return outcome;
  }
  const cause = outcome instanceof ResourceInitFailedError ? outcome.cause : outcome;
  if (!(cause instanceof ProviderError) || cause.code === "internal") throw cause;
  const shown = [outcome.message, cause.message, ...(outcome instanceof ResourceInitFailedError ? outcome.reasons : [])].join("\n");
  expect(secrets.filter((text) => shown.includes(text.slice(0, 12)))).toEqual([]);
  return undefined;
}

async function damagedCase(draw: Draw, variant: ModuleVariant) {
  const { fixture, type: token, inputs, news = inputs, importId } = await openVariant(variant);
  const secrets: string[] = [];
  const damage = async (_request: unknown, respond: () => HttpResponse): Promise<HttpResponse> => {
    const response = respond();
    secrets.push(...secretsIn(token, response));
    return damagedResponse(draw, response);
  };
  if (draw(fc.nat, 3) === 0) {
    fixture.intercept = damage;
    await expectSound(token, fixture.create(token, inputs), secrets);
    return;
  }
  const created = await fixture.create(token, inputs);
  fixture.intercept = damage;
  await expectSound(token, fixture.read(token, { id: importId(created.id) }), secrets);
  const refreshed = (await expectSound(token, fixture.read(token, created), secrets)) ?? created;
  await fixture.diff(token, refreshed, news);
  await expectSound(token, fixture.update(token, refreshed, news), secrets);
  await fixture
    .delete(token, refreshed)
    .catch((error: unknown) => expect(error).toMatchObject({ code: expect.not.stringMatching("internal") }));
}

it.each(variants)("$token ($title)", property(8, damagedCase));
