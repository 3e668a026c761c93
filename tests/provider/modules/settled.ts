// Assertions for the state of one resource.
import type { Stack } from "../../support/stack";

/** A refresh finds no difference from the inputs. */
export async function expectNoDrift(stack: Stack): Promise<void> {
  expect(await stack.refresh()).toEqual([]);
}

/** A refresh finds no difference, and the program changes nothing. */
export async function expectSettled(stack: Stack, program: object): Promise<void> {
  expect([await stack.refresh(), await stack.up(program)]).toEqual([[], "same"]);
}
