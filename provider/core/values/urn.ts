// The parts of a URN of the engine: `urn:pulumi:stack::project::parent$type::name`. Pure.

/** Returns the type of the resource: the last part of the type chain; empty when the text is no URN. */
export function typeOfUrn(urn: string): string {
  return urn.split("::")[2]?.split("$").pop() ?? "";
}

/** Returns the name of the resource in its program: the last part; empty when the text is no URN. */
export function nameOfUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
