/** Responses in which members have another type than documented: every operation ends with a state of the schema or an expected error. */
import fc from "fast-check";
import { ProviderError, ResourceInitFailedError } from "../../provider/core/errors/errors";
import type { HttpResponse } from "../../provider/contract/http";
import { schema as schemaFile } from "../provider/tools/schema-file";
import type { Draw } from "./changes";
import { holds, timeLimitMs } from "./counts";
import { damaged, withLongNumber } from "./random-remote";
import { mismatches } from "../support/schema-shape";
import { openVariant, type StoredObject } from "./fixture";
import { outcomeOf } from "./requesting";
import { variants, type ModuleVariant } from "./variants";
import { virtualTimeOfFile } from "../support/virtual-time";

jest.setTimeout(timeLimitMs);
virtualTimeOfFile();

/** The response with random members of other types; one that is not JSON stays as it is. */
function damagedResponse(draw: Draw, response: HttpResponse): HttpResponse {
  const { body: text } = response;
  if (!/^\s*\{/.test(text) || draw(fc.nat, 3) === 0) return response;
  const body = JSON.stringify(damaged(draw, JSON.parse(text)));
  return draw(fc.boolean) ? withLongNumber({ ...response, body }) : { ...response, body };
}

/** Returns the result; fails for an error that is none of the provider's or is a defect, and for a state of another form than the schema's. */
async function expectSound(token: string, work: Promise<StoredObject | undefined>): Promise<StoredObject | undefined> {
  const outcome = await outcomeOf(work);
  if (!(outcome instanceof Error)) {
    // A member that the service leaves out is absent in the state as well.
    const wrong = outcome ? mismatches(outcome.state, schemaFile.resources![token]!) : [];
    expect(wrong.filter((text) => !text.endsWith(" is missing"))).toEqual([]);
    return outcome;
  }
  const cause = outcome instanceof ResourceInitFailedError ? outcome.cause : outcome;
  if (!(cause instanceof ProviderError) || cause.code === "internal") throw cause;
  return undefined;
}

async function damagedCase(draw: Draw, variant: ModuleVariant): Promise<void> {
  const { fixture, type: token, inputs, news = inputs, importId } = await openVariant(variant);
  const damage = async (_request: unknown, respond: () => HttpResponse): Promise<HttpResponse> => damagedResponse(draw, respond());
  if (draw(fc.nat, 3) === 0) {
    fixture.intercept = damage;
    await expectSound(token, fixture.create(token, inputs));
    return;
  }
  const created = await fixture.create(token, inputs);
  fixture.intercept = damage;
  await expectSound(token, fixture.read(token, { id: importId(created.id) }));
  const refreshed = (await expectSound(token, fixture.read(token, created))) ?? created;
  await fixture.diff(token, refreshed, news);
  await expectSound(token, fixture.update(token, refreshed, news));
  await fixture
    .delete(token, refreshed)
    .catch((error: unknown) => expect(error).toMatchObject({ code: expect.not.stringMatching("internal") }));
}

it.each(variants)("$token ($title)", async (variant) => {
  await holds(8, variant.title, async (draw) => damagedCase(draw, variant));
});
