/** A small package of our own that has every shape of a schema, for tests of what uses schemas. */
import {
  schemaOf,
  type NamedType,
  type ObjectSpec,
  type PackageSpec,
  type PropertySpec,
  type ResourceSpec,
} from "../../provider/core/schema/schema";

const text: PropertySpec = { type: "string" };
const ref = (name: string): PropertySpec => ({ $ref: `#/types/quartet:shop:${name}` });
const list = (items: PropertySpec): PropertySpec => ({ type: "array", items });
const mapOf = (additionalProperties: PropertySpec): PropertySpec => ({ type: "object", additionalProperties });

const types: Record<string, NamedType> = {
  "quartet:shop:Color": { type: "string", enum: [{ value: "red" }, { value: "green" }, { value: "dark-blue" }] },
  "quartet:shop:Size": { type: "integer", enum: [{ value: 1 }, { value: 2 }, { value: 4 }] },
  "quartet:shop:Box": {
    type: "object",
    required: ["label"],
    properties: {
      label: text,
      weight: { type: "number", default: 1 },
      fragile: { type: "boolean", default: false },
      note: { ...text, secret: true },
      material: { ...text, replaceOnChanges: true },
      inner: ref("Box"),
      marks: list(text),
    },
  },
  "quartet:shop:Circle": {
    type: "object",
    required: ["kind", "radius"],
    properties: { kind: { ...text, const: "circle" }, radius: { type: "number" }, key: { ...text, secret: true } },
  },
  "quartet:shop:Square": {
    type: "object",
    required: ["kind", "side"],
    properties: { kind: { ...text, const: "square" }, side: { type: "number" } },
  },
  "quartet:shop:Server": {
    type: "object",
    properties: { url: text, user: text, password: { ...text, secret: true }, retries: { type: "integer" } },
  },
};

/** The inputs of the resource that has every shape. */
export const orderInputs: Record<string, PropertySpec> = {
  name: { ...text, replaceOnChanges: true },
  title: text,
  amount: { type: "integer" },
  price: { type: "number" },
  gift: { type: "boolean" },
  priority: { type: "integer", default: 5 },
  currency: { ...text, default: "EUR" },
  pin: { ...text, secret: true, default: "0000" },
  version: { ...text, const: "v1" },
  color: ref("Color"),
  size: ref("Size"),
  password: { ...text, secret: true },
  limit: { type: "integer", secret: true },
  box: ref("Box"),
  boxes: list(ref("Box")),
  tags: list(text),
  matrix: list(list({ type: "number" })),
  labels: mapOf(text),
  shelves: mapOf(ref("Box")),
  vault: { ...ref("Box"), secret: true },
  keys: { ...list(text), secret: true },
  either: { oneOf: [text, { type: "number" }, ref("Box")] },
  shape: {
    oneOf: [ref("Circle"), ref("Square")],
    discriminator: { propertyName: "kind", mapping: { circle: "#/types/quartet:shop:Circle", square: "#/types/quartet:shop:Square" } },
  },
  shapes: list({ oneOf: [ref("Circle"), ref("Square")], discriminator: { propertyName: "kind" } }),
  anything: { $ref: "pulumi.json#/Any" },
  document: { $ref: "pulumi.json#/Json" },
};

/** The shape of those inputs. */
export const orderShape: ObjectSpec = { properties: orderInputs, required: ["name"] };

/** The plain inputs of the resources that the fake module keeps. */
const overridden = {
  name: { ...text, replaceOnChanges: true },
  label: text,
  secretNote: { ...text, secret: true },
  size: { type: "integer", default: 3 },
  tags: list(text),
  flavour: text,
  server: ref("Server"),
} satisfies Record<string, PropertySpec>;

function keptResource(extra: Partial<ResourceSpec> = {}): ResourceSpec {
  return {
    inputProperties: overridden,
    requiredInputs: ["name"],
    properties: { ...overridden, version: { type: "integer" }, path: text, accessKey: { ...text, secret: true }, motto: text },
    required: ["name", "size", "version", "path"],
    ...extra,
  };
}

/** The package, in the form of schema.json. */
export const shop: PackageSpec = {
  name: "quartet",
  version: "1.2.3",
  types,
  resources: {
    "quartet:shop:Order": { inputProperties: orderInputs, requiredInputs: ["name"], properties: orderInputs, required: ["name"] },
    "quartet:shop:Shelf": keptResource(),
    "quartet:shop:Note": keptResource(),
    "quartet:shop:Crate": keptResource({ listInputs: { properties: { prefix: text } } }),
  },
  functions: {
    "quartet:shop:getNote": {
      inputs: {
        required: ["name"],
        properties: {
          name: text,
          size: { type: "integer", default: 3 },
          password: { ...text, secret: true },
          server: ref("Server"),
          withoutSecrets: { type: "boolean" },
        },
      },
      outputs: {
        required: ["name", "text"],
        properties: { name: text, text, accessKey: { ...text, secret: true }, box: ref("Box"), all: list(text) },
      },
    },
    "quartet:shop:getSum": {
      inputs: { required: ["numbers"], properties: { numbers: list({ type: "number" }), label: text } },
      outputs: { required: ["sum"], properties: { sum: { type: "number" }, label: text, json: text } },
    },
    "quartet:shop:getLost": { outputs: {} },
    "pulumi:providers:quartet/export": {
      inputs: { required: ["__self__"], properties: { __self__: { $ref: "#/provider" } } },
      outputs: { required: ["result"], properties: { result: mapOf({ $ref: "pulumi.json#/Any" }), address: text } },
    },
    "pulumi:providers:quartet/lost": { inputs: {}, outputs: {} },
  },
  provider: {
    methods: { export: "pulumi:providers:quartet/export", lost: "pulumi:providers:quartet/lost" },
    inputProperties: {
      servers: { ...list(ref("Server")), secret: true },
      server: ref("Server"),
      relay: { ...ref("Server"), secret: true },
      token: { ...text, secret: true },
      address: text,
      mode: ref("Color"),
      strict: { type: "boolean" },
      count: { type: "integer" },
      names: list(text),
      labels: mapOf(text),
      region: { ...text, replaceOnChanges: true },
      depth: { type: "integer", default: 2 },
    },
  },
};

/** The package as the runtime takes it. */
export const shopSchema = schemaOf(shop);
