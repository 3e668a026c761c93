// The file `bin/testing.js` of the TypeScript SDK: the processor functions for unit tests with mocks. `npm run sdk` bundles it. See docs/guides/unit-tests.md.
import { InvalidInputsError } from "./core/errors/errors";
import { schemaOf, type PackageSpec } from "./core/schema/schema";
import { validate } from "./core/validate/validate";
import type { PlainMap, ValueMap } from "./core/values/value";
import { toPlainMap } from "./core/values/value";
import { processors } from "./modules/search/functions/processors";

/** The processor functions of schema.json; the bundle contains them. */
declare const QUARTET_PROCESSORS: PackageSpec;

const schema = schemaOf(QUARTET_PROCESSORS);
const pure: { [name: string]: { rules?: object; read(inputs: never, context: never): unknown } } = processors;

/**
 * Returns the result of a processor function, as the provider computes it; `undefined` for any other function. Throws if the provider rejects the inputs.
 * The argument is that of `call` in `pulumi.runtime.Mocks`.
 */
export function callProcessor({ token, inputs: given }: { token: string; inputs: object }): Record<string, unknown> | undefined {
  const implementation = pure[token.slice(token.lastIndexOf(":") + 1)];
  const spec = schema.function(token);
  if (!spec || !implementation) return undefined;
  const { inputs, failures } = validate(spec.inputs ?? {}, given as ValueMap, { schema, rules: implementation.rules });
  if (failures.length > 0) throw new InvalidInputsError(failures);
  const log = (): void => undefined; // Mocks have no log.
  return implementation.read(toPlainMap(inputs) as never, { log } as never) as PlainMap;
}
