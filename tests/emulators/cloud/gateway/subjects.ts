/** What bindings, domains and documents check beside existence: environments, publication, members of a definition, texts. */
import type { Json, JsonObject } from "../../exchange";
import type { Store } from "../../store";
import type { CallContext } from "../api";
import { rejectWith, seen } from "./finding";
import { published } from "./published";
import type { Api, Environment, Service } from "./gateway-state";
import { environments } from "./gateway-state";

/** The things of a store that a call sees, oldest first. */
export const visible = <T extends { region: string; visible?: number }>(store: Store<T>, context: CallContext): T[] =>
  store
    .entries()
    .map(([, object]) => object)
    .filter((object) => seen(object, context));

/** The environment of that name; fails with the code of the action. */
export const environmentOf = (name: Json | undefined, code: string): Environment =>
  environments.find((known) => known === name) ?? rejectWith(code, "The environment must be test, prepub or release.");

/** The environment of that name, which must show as published; fails with InvalidParameterValue.InvalidEnvStatus. */
export const onlineOf = (service: Service, name: Json | undefined, { now }: CallContext): Environment => {
  const code = "InvalidParameterValue.InvalidEnvStatus";
  const environment = environmentOf(name, code);
  return published(service, now).includes(environment) ? environment : rejectWith(code, `The environment ${environment} is not published.`);
};

/** A member of the definition of an API; null where it is not set. */
export const defined = (api: Api | undefined, name: string): Json => api?.definition[name] ?? null;

/** Path and method of an API's front end. */
export const frontOf = ({ definition }: Api): { Path: string; Method: string } => {
  const { Path, Method } = (definition.RequestConfig ?? {}) as JsonObject;
  return { Path: (Path ?? "") as string, Method: (Method ?? "") as string };
};

/** Rejects texts that are given and empty. */
export const mustFill = (params: JsonObject, ...names: string[]): void => {
  const empty = names.find((name) => params[name] === "");
  if (empty) rejectWith("InvalidParameter.FormatError", `\`${empty}\` must not be empty.`);
};
