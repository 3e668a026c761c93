// The names that Check has generated, as far as previews need them. See docs/protocol.md#autonaming.

/** Far more than the resources that an engine has between their Check and the preview of their Create. */
const maximum = 10_000;

/** The latest names that Check has generated. Older ones are dropped, which limits the memory of long runs. */
export class GeneratedNames {
  private readonly names = new Set<string>();

  /** Keeps the name of a resource of this type. */
  add(token: string, name: string): void {
    const key = keyOf(token, name);
    this.names.delete(key);
    this.names.add(key);
    if (this.names.size <= maximum) return;
    const [oldest] = this.names;
    this.names.delete(oldest!);
  }

  /** Returns whether Check has generated this name for a resource of this type. */
  has(token: string, name: string): boolean {
    return this.names.has(keyOf(token, name));
  }
}

function keyOf(token: string, name: string): string {
  return `${token} ${name}`;
}
