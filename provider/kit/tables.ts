// The types of a module's tables, and the outputs of its functions, derived from the types of the schema: what is missing or has other properties is a compile error.
import type { ProviderFunction } from "../contract/function";
import type { Resource } from "../contract/resource";
import type { Functions, Resources } from "../core/gen/types";
import type { ObjectSpec, Schema } from "../core/schema/schema";

/** The inputs of a function, by its token. */
export type FunctionInputs<Token extends keyof Functions> = Functions[Token]["inputs"];
/** The outputs of a function, by its token. */
export type FunctionOutputs<Token extends keyof Functions> = Functions[Token]["outputs"];
/** The inputs of a resource, by its token. */
export type ResourceInputs<Token extends keyof Resources> = Resources[Token]["inputs"];
/** The state of a resource, by its token. */
export type ResourceState<Token extends keyof Resources> = Resources[Token]["state"];

type NameOf<Token, Name extends string> = Token extends `quartet:${Name}:${infer Short}` ? Short : never;

/** The functions of a module, by the last part of their token. */
export type FunctionsOf<Name extends string> = NameOf<keyof Functions, Name>;

/** Returns the outputs of a function, as the schema declares them. */
export function declaredOutputs(schema: Schema, token: keyof Functions): ObjectSpec {
  return schema.function(token)?.outputs ?? {};
}

/** Returns the reference to the type of the elements of an output. */
export function elementRef(schema: Schema, token: keyof Functions, output: string): string {
  return declaredOutputs(schema, token).properties?.[output]?.items?.$ref ?? "";
}

/** The functions that a module must implement: one per function token of the schema, with its inputs and outputs. */
export type FunctionTable<Name extends string, Client> = {
  [Short in NameOf<keyof Functions, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Functions
    ? ProviderFunction<Client, FunctionInputs<Token>, FunctionOutputs<Token>>
    : never;
};

/** The resources that a module must implement: one per resource token of the schema. */
export type ResourceTable<Name extends string, Client> = {
  [Short in NameOf<keyof Resources, Name>]: `quartet:${Name}:${Short}` extends infer Token extends keyof Resources
    ? Resource<Client, ResourceInputs<Token>, ResourceState<Token>>
    : never;
};
