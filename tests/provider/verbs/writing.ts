/** What the tests of Create, Update and Delete share: one object, and the requests about it. */
import { ProviderError, ResourceInitFailedError } from "../../../provider/core/errors";
import type { ValueMap } from "../../../provider/core/value";
import { Secret } from "../../../provider/core/value";
import type { House } from "../../../provider/verbs/house";
import type { CreateRequest, DeleteRequest, UpdateRequest } from "../../../provider/verbs/write";
import { create, remove, update } from "../../../provider/verbs/write";
import { newCall } from "../../support/fake-module";

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

export const creating = (house: House, more: Partial<CreateRequest> = {}, call = newCall().call) =>
  create(house, { type: Note, urn, inputs, preview: false, timeout: 0, ...more }, call);
export const updating = (house: House, more: Partial<UpdateRequest>, call = newCall().call) =>
  update(house, { type: Note, id: "shop/n", urn, olds: {}, oldInputs: inputs, news: inputs, preview: false, timeout: 0, ...more }, call);

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
export const remoteError = new ProviderError("failed_precondition", "the service said no");
export const deleting = (house: House, more: Partial<DeleteRequest> = {}, call = newCall().call) =>
  remove(house, { type: Note, id: "shop/n", olds: state(), timeout: 0, ...more }, call);

/** Makes the service tell that the first version of an object is incomplete. */
export async function unsettle(house: House, type: string): Promise<void> {
  const { resource } = await house.resource(type);
  const read = resource.read.bind(resource);
  resource.read = async (...args) => {
    const found = await read(...args);
    return found && { ...found, ...(found.state["version"] === 1 && { incomplete: "not settled" }) };
  };
}
