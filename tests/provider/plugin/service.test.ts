/** A response that cannot be sent; tests/conformance covers the methods. See docs/protocol.md#create. */
import { EventEmitter } from "node:events";
import { promisify } from "node:util";
import { CreateRequest } from "../../../provider/plugin/gen/provider";
import { Requests } from "../../../provider/plugin/requests";
import { resourceProvider, type Plugin } from "../../../provider/plugin/service";
import { failureOf } from "../../support/failure";

it("a resource is not lost when its state cannot be sent", async () => {
  const provider = { create: async () => ({ id: "shop/n", state: { name: "n", version: NaN } }) };
  const { Create } = resourceProvider({ load: async () => provider, requests: new Requests({ log: () => {} }) } as unknown as Plugin);
  const call = Object.assign(new EventEmitter(), { request: CreateRequest.decode(new Uint8Array()) });
  const { initFailed } = await failureOf(promisify(Create!.handler)(call));
  expect(initFailed).toMatchObject({ id: "shop/n", properties: { name: "n" } });
});
