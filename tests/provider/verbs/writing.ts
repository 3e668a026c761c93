/** Fixtures for the tests of Create, Read, Update and Delete: one object, and its requests. */
import { ProviderError, ResourceInitFailedError } from "../../../provider/core/errors/errors";
import { Secret, type ValueMap } from "../../../provider/core/values/value";
import type { Runtime } from "../../../provider/verbs/runtime";
import { read, type ReadRequest } from "../../../provider/verbs/read";
import { create, type CreateRpc } from "../../../provider/verbs/create";
import { remove, type DeleteRequest } from "../../../provider/verbs/delete";
import { update, type UpdateRpc } from "../../../provider/verbs/update";
import { newCall, openShop } from "../../support/fake-module";

export const Shelf = "quartet:shop:Shelf";
export const Note = "quartet:shop:Note";
export const urn = "urn:pulumi:s::p::quartet:shop:Note::n";
export const inputs: ValueMap = {
  name: "n",
  label: "l",
  secretNote: new Secret("psst"),
  size: 3,
  tags: ["a"],
  server: { url: "u", password: new Secret("pw") },
};

export const creating = (runtime: Runtime, more: Partial<CreateRpc> = {}, call = newCall().call) =>
  create(runtime, { type: Note, urn, inputs, preview: false, timeout: 0, ...more }, call);
export const updating = (runtime: Runtime, more: Partial<UpdateRpc>, call = newCall().call) =>
  update(runtime, { type: Note, id: "shop/n", urn, olds: {}, oldInputs: inputs, news: inputs, preview: false, timeout: 0, ...more }, call);

export const reading = (runtime: Runtime, more: Partial<ReadRequest> = {}, call = newCall().call) =>
  read(runtime, { type: Note, id: "shop/n", inputs: {}, state: {}, timeout: 0, ...more }, call);

export const outcome = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );
export const unfinished = async (work: Promise<unknown>): Promise<ResourceInitFailedError<ValueMap>> => {
  const error = await outcome(work);
  expect(error).toBeInstanceOf(ResourceInitFailedError);
  return error as ResourceInitFailedError<ValueMap>;
};
export const state = (members: ValueMap = {}): ValueMap => ({
  ...inputs,
  flavour: "vanilla",
  path: "/Note/n",
  accessKey: new Secret("key of n"),
  motto: "note: psst",
  version: 1,
  ...members,
});
export const remoteError = new ProviderError("failed_precondition", "the service rejects it");
export const deleting = (runtime: Runtime, more: Partial<DeleteRequest> = {}, call = newCall().call) =>
  remove(runtime, { type: Note, id: "shop/n", olds: state(), timeout: 0, ...more }, call);

/** A shop with a shelf whose create has failed before its tags were written. */
export async function partialShelf(more: Partial<CreateRpc> = {}) {
  const opened = openShop();
  opened.shop.fail("put tags", remoteError, 1);
  const { state: olds } = await unfinished(creating(opened.runtime, { type: Shelf, ...more }));
  opened.shop.written();
  return { ...opened, olds };
}
