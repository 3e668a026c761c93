// IDs composed of parts joined by `#`. Pure. See docs/modules/cloud.md#ids.
import { invalidImportId, ProviderError } from "../../core/errors/errors";
import { recordBy } from "../../core/values/records";
import type { ValueRule } from "../../contract/rules";

/** The environments of every service, in the order in which they are listed. */
export const environmentNames = ["test", "release", "prepub"] as const;

/** The parts of an ID by name. */
export type Parts<Name extends string> = Readonly<Record<Name, string>>;

/** The format of the IDs of one kind of resource. */
export interface IdFormat<Name extends string> {
  names: readonly Name[];
  join(parts: Parts<Name>): string;
  /** Fails with `invalid_argument` when there are more or fewer parts, or an empty one. */
  split(id: string): Parts<Name>;
  /** Returns why an import ID is invalid; undefined for a valid one. */
  validate(id: string): string | undefined;
}

/** Fails with `failed_precondition` when an ID of several parts names another service than the inputs. */
export function verifyPlace({ id, inputs }: { id: string; inputs: object }): void {
  const { serviceId }: { serviceId?: unknown } = inputs;
  if (typeof serviceId !== "string" || !id.includes("#") || id.split("#").includes(serviceId)) return;
  const reason = `${id}: the ID names another service than the input serviceId, ${serviceId}. Nothing was sent to the object.`;
  const advice = "Remove the resource from the state with `pulumi state delete`, and import the object with the ID of its service.";
  throw new ProviderError("failed_precondition", `${reason} ${advice}`);
}

/** Defines the format by the names of the parts, in this order; `example` is part of the message about a wrong ID. */
export function idFormat<const Name extends string>(names: readonly Name[], example: string): IdFormat<Name> {
  const form = names.map((name) => `<${name}>`).join("#");
  const validate = (id: string): string | undefined => {
    const parts = id.split("#");
    const isValid = parts.length === names.length && parts.every((part) => /\S/.test(part));
    return isValid ? undefined : `expected ${form}, for example ${example}`;
  };
  return {
    names,
    join: (parts) => names.map((name) => parts[name]).join("#"),
    split: (id) => {
      const violation = validate(id);
      if (violation !== undefined) throw invalidImportId(id, violation);
      const values = id.split("#");
      return recordBy(names, (name) => values[names.indexOf(name)]!);
    },
    validate,
  };
}

/** The rule for an input that becomes a part of an ID. The composed ID of another resource is the likely mistake. */
export const idPart: ValueRule = {
  minLength: 1,
  pattern: {
    matches: /^[^#]*$/,
    reason: "expected a bare id without #; of a resource whose id has several parts, take the output of that name",
  },
};

/** Returns a violation for a list that contains a value twice; `what` begins the sentence. */
export function duplicateViolation(list: unknown, what: string): string | undefined {
  return Array.isArray(list) && new Set(list).size < list.length ? `${what} is given twice` : undefined;
}
