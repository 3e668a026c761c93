// What tests in this process share: the schema of the package, requests to emulators without a socket, and errors as values.
import type { HttpRequest, HttpResponse } from "../../provider/contract/http";
import type { Module } from "../../provider/contract/module";
import { ProviderError } from "../../provider/core/errors/errors";
import { headersFor } from "../../provider/http/headers";
import { modules } from "../../provider/modules";
import { schemaOf, type PackageSpec } from "../../provider/core/schema/schema";
import type { ValueMap } from "../../provider/core/values/value";
import { fromJson } from "../../provider/plugin/codec";
import type { EmulatorReply, EmulatorRequest } from "../emulators/exchange";
import { schema as schemaFile } from "../provider/tools/schema-file";
import type { Properties } from "./structs";

/** The schema of the package. */
export const schema = schemaOf(schemaFile as PackageSpec);

/** Decodes plain properties as a program passes them. */
export const decoded = (properties: Properties): ValueMap => fromJson(properties) as ValueMap;

/** Returns the implementation of a resource. */
export async function implementationOf(token: string): Promise<Module["resources"][string]> {
  const [, module, name] = token.split(":") as [string, keyof typeof modules, string];
  return (await modules[module].load()).resources[name]!;
}

/** Returns a request as an emulator receives it. */
export function arriving(request: HttpRequest): EmulatorRequest {
  const { method, body = "" } = request;
  const url = new URL(request.url);
  return { method, path: url.pathname, query: url.search.slice(1), headers: headersFor(request, url, "tests"), body: String(body) };
}

/** Whether a request may change the service. */
export const isWrite = ({ method, write }: HttpRequest): boolean => write ?? method !== "GET";

/** Returns the reply of an emulator as the transport returns it. */
export function responseOf({ status, headers, body }: EmulatorReply): HttpResponse {
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]);
  return { status, headers: Object.fromEntries(fields) as Record<string, string>, body };
}

/** Returns the result of the work, or its error. */
export const outcomeOf = async <T>(work: Promise<T>): Promise<T | Error> => work.catch((error: unknown) => error as Error);

/** Returns the error of a promise, which is one for users; the test fails if it succeeds. */
export async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  const error = await promise.then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}

/** Returns the error message of a promise, "it succeeded" if there is none. */
export async function errorMessageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "it succeeded",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
