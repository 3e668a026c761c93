// What has to stand in a good answer of the server. Pure.
import { ProviderError } from "../../core/errors";
import { isObject } from "../../core/json";
import type { Plain } from "../../core/value";
import type { ReadAnswer } from "./transport";

/** The list of this name in an answer. Fails as {@link misanswered}. */
export function listIn(answer: ReadAnswer, name: string): Plain[] {
  const list = isObject(answer.json) ? answer.json[name] : undefined;
  if (Array.isArray(list)) return list;
  throw misanswered(answer, `a list "${name}"`);
}

/** The failure of a good answer without what the server always tells: no object may count as gone because a relay answers in the server's place. */
export function misanswered({ method, path, status }: ReadAnswer, lacking: string): ProviderError {
  const said = `${method} ${path}: HTTP ${status}: not an answer of Elasticsearch, which has ${lacking}`;
  return new ProviderError("unavailable", `${said}; check the endpoint and the proxies on the way`);
}
