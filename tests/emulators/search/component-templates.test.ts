/** Component templates of the emulator. */
import { callerOf, failure } from "./caller";
import { createSearchEmulator } from "./index";

let request: ReturnType<typeof callerOf>;

beforeEach(() => {
  request = callerOf(createSearchEmulator());
});

const use = (members: object): ReturnType<typeof request> =>
  request("PUT /_index_template/t", { index_patterns: ["t-*"], composed_of: ["c"], ...members });

describe("component templates", () => {
  it("are stored and found like index templates", () => {
    const body = { template: { settings: { number_of_shards: 2 }, mappings: { _doc: { properties: {} } } }, version: 1 };
    expect(request("PUT /_component_template/c", body).status).toBe(200);
    expect(request("GET /_component_template/c").body).toEqual({
      component_templates: [
        {
          name: "c",
          component_template: { template: { settings: { index: { number_of_shards: "2" } }, mappings: { properties: {} } }, version: 1 },
        },
      ],
    });
    expect(request("GET /_component_template/x")).toMatchObject(
      failure(404, "resource_not_found_exception", "component template matching [x] not found"),
    );
  });

  it("reject unknown members and settings", () => {
    expect(request("PUT /_component_template/c", { template: {}, priority: 1 }).status).toBe(400);
    expect(request("PUT /_component_template/c", { version: 1 })).toMatchObject(
      failure(400, "illegal_argument_exception", "Required [template]"),
    );
    expect(request("PUT /_component_template/c", { template: { settings: { foo: 1 } } }).status).toBe(400);
  });

  it("stay while an index template uses them, and pass their lifecycle to it", () => {
    request("PUT /_component_template/c", { template: { lifecycle: {} } });
    expect(use({}).status).toBe(400);
    expect(use({ data_stream: {} }).status).toBe(200);
    expect(request("DELETE /_component_template/c")).toMatchObject(
      failure(
        400,
        "illegal_argument_exception",
        "component templates [c] cannot be removed as they are still in use by index templates [t]",
      ),
    );
  });
});
