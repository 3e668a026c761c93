/** Bindings by themselves: what shows when. The lists that show them are tested with the actions. */
import { Store } from "../../store";
import type { BindingKey } from "./bindings";
import { Bindings } from "./bindings";
import type { Api } from "./gateway-state";

const at = (milliseconds: number): Date => new Date(milliseconds);
const key: BindingKey = { owner: "app-1", serviceId: "service-1", apiId: "api-1", environment: "test" };
let apis: Store<Api>;
let bindings: Bindings;

beforeEach(() => {
  apis = new Store();
  apis.set("api-1", { id: "api-1", serviceId: "service-1", created: "", modified: "", definition: {}, limits: {} });
  bindings = new Bindings(apis);
  bindings.bind(key, at(1000));
});

it("shows what was bound, by any of its members", () => {
  expect(bindings.showing(at(1000), { owner: "app-1", environment: undefined })).toEqual([
    { ...key, createdAt: "1970-01-01T00:00:01Z", ends: Infinity },
  ]);
  expect(bindings.showing(at(1000), { ...key, environment: "release" })).toEqual([]);
});

it("keeps one of a kind, with the time of the first", () => {
  bindings.bind(key, at(5000));
  expect(bindings.showing(at(5000))).toMatchObject([{ createdAt: "1970-01-01T00:00:01Z" }]);
});

it("ends at the time of the first unbinding, for any number of them", () => {
  expect(bindings.unbind(key, 3000, at(2000))).toBe(true);
  expect(bindings.unbind(key, 3000, at(4000))).toBe(true);
  expect(bindings.showing(at(4999))).toHaveLength(1);
  expect(bindings.showing(at(5000))).toEqual([]);
  expect(bindings.unbind(key, 3000, at(5000))).toBe(false);
});

it("is removed with its owner, and with a deleted API", () => {
  bindings.bind({ ...key, owner: "app-2" }, at(1000));
  bindings.drop("app-1");
  expect(bindings.showing(at(1000))).toMatchObject([{ owner: "app-2" }]);
  apis.delete("api-1");
  expect(bindings.showing(at(1000))).toEqual([]);
});
