/** API documents, which are created in the background. See docs/modules/cloud.md#api-documents and docs/modules/cloud.md#list-functions. */
import type { JsonObject } from "../../exchange";
import { filled, newTags, paging, strings, type Shapes } from "../api";
import { defined, environment, type Call, type Table } from "./call";
import type { Stored } from "./gateway-state";

/** One document. */
export interface ApiDoc extends Stored {
  password: string;
  releases: number;
  /** Until then (milliseconds since 1970) it is PROCESSING. */
  ready: number;
}

const rowOf = ({ gateway, now }: Call, { id, given, ready }: ApiDoc, begun = false): JsonObject => {
  const ended = gateway.failingDocuments.has(String(given.ApiDocName)) ? "FAIL" : "COMPLETED";
  return { ApiDocId: id, ApiDocName: given.ApiDocName!, ApiDocStatus: begun || ready > now.getTime() ? "PROCESSING" : ended };
};

/** What the document is to hold: the APIs must exist. Creating and changing always return PROCESSING, since the work begins after them. */
const work = (call: Call, keep: (given: JsonObject) => ApiDoc): JsonObject => {
  const ids = call.apiIdsOf(call.find("services"));
  const document = keep({ ...call.params, ApiIds: [...new Set(ids)] });
  document.releases += 1;
  document.ready = call.now.getTime() + call.gateway.delays.document;
  return { Result: rowOf(call, document, true) };
};

const content: Shapes = { "ApiDocName!": filled, "ServiceId!": "string", "Environment!": environment(), "ApiIds!": ["string"] };
const key = strings("ApiDocId!");

/** The actions of API documents. */
export const documents: Table = {
  CreateAPIDoc: [
    { ...content, ...newTags },
    (call) =>
      work(call, ({ Tags: _, ...given }) => {
        const { newId, documents } = call.gateway;
        const object = { ...call.fresh("apidoc"), given };
        const document = { ...object, password: newId("share").slice("share-".length), releases: 0, ready: 0 };
        documents.set(document.id, document);
        return document;
      }),
  ],
  /** The address is null until the document is completed. */
  DescribeAPIDocDetail: [
    key,
    (call) => {
      const { apis, services } = call.gateway;
      const document = call.find("documents");
      const row = rowOf(call, document);
      const { ServiceId, Environment } = document.given as Record<string, string>;
      const ids = document.given.ApiIds as string[];
      const isCompleted = row.ApiDocStatus === "COMPLETED";
      return {
        Result: {
          ...row,
          ApiCount: ids.length,
          ViewCount: 0,
          ReleaseCount: document.releases,
          ApiDocUri: isCompleted ? `https://apidoc.example.com/${document.id.replace("apidoc-", "")}` : null,
          SharePassword: document.password,
          UpdatedTime: document.modified,
          ServiceId: ServiceId!,
          ServiceName: services.get(ServiceId!)?.given.ServiceName ?? null,
          Environment: Environment!,
          ApiIds: [...ids].sort(),
          ApiNames: ids.map((id) => defined(apis.get(id), "ApiName") ?? "").sort(),
        },
      };
    },
  ],
  DescribeAPIDocs: [
    paging,
    (call) =>
      call.listed(
        "APIDocSet",
        call.visible("documents").map((document) => rowOf(call, document)),
      ),
  ],
  ModifyAPIDoc: [
    { ...content, ...key },
    (call) => {
      const document = call.find("documents");
      return work(call, (given) => {
        call.change(document, given);
        return document;
      });
    },
  ],
  DeleteAPIDoc: [key, (call) => ({ Result: call.gateway.documents.delete(call.find("documents").id) })],
};
