/** API documents, which are made in the background. See docs/modules/cloud.md#api-documents and docs/modules/cloud.md#list-functions. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { findApi, findService, rejectWith, seen, stamp } from "./finding";
import { defined, environmentOf, mustFill, visible } from "./subjects";
import type { GatewayState } from "./gateway-state";

/** One document. */
export interface ApiDoc {
  id: string;
  region: string;
  name: string;
  serviceId: string;
  environment: string;
  apiIds: string[];
  password: string;
  releases: number;
  views: number;
  updated: string;
  /** Until then (milliseconds since 1970) it is PROCESSING. */
  ready: number;
}

const statusOf = (gateway: GatewayState, { name, ready }: ApiDoc, now: Date): string => {
  if (ready > now.getTime()) return "PROCESSING";
  return gateway.failingDocuments.has(name) ? "FAIL" : "COMPLETED";
};

const findDocument = (gateway: GatewayState, context: CallContext, { ApiDocId }: JsonObject): ApiDoc => {
  const document = gateway.documents.get(ApiDocId as string);
  return document && seen(document, context) ? document : rejectWith("ResourceNotFound.InvalidApiDoc", "The API document does not exist.");
};

/** What the document is to hold, checked: the service, the environment, the APIs. */
const subject = (
  gateway: GatewayState,
  params: JsonObject,
  context: CallContext,
): Pick<ApiDoc, "name" | "serviceId" | "environment" | "apiIds"> => {
  mustFill(params, "ApiDocName");
  const service = findService(gateway, context, params.ServiceId);
  const environment = environmentOf(params.Environment, "InvalidParameter.FormatError");
  const apiIds = (params.ApiIds as string[]).map((id) => findApi(gateway, service, id).id);
  return { name: params.ApiDocName as string, serviceId: service.id, environment, apiIds: [...new Set(apiIds)] };
};

/** Creating and changing always return PROCESSING: the work begins after them. */
const begun = ({ id, name }: ApiDoc): JsonObject => ({ Result: { ApiDocId: id, ApiDocName: name, ApiDocStatus: "PROCESSING" } });

const create = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const bound = subject(gateway, params, context);
  const id = gateway.newId("apidoc");
  const document: ApiDoc = {
    id,
    region: context.region,
    ...bound,
    password: gateway.newId("share").slice("share-".length),
    releases: 1,
    views: 0,
    updated: stamp(context.now),
    ready: context.now.getTime() + gateway.delays.document,
  };
  gateway.documents.set(id, document);
  return begun(document);
};

const modify = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const document = findDocument(gateway, context, params);
  Object.assign(document, subject(gateway, params, context));
  document.releases += 1;
  document.updated = stamp(context.now);
  document.ready = context.now.getTime() + gateway.delays.document;
  return begun(document);
};

/** The address is null until the document is completed. */
const detail = (gateway: GatewayState, document: ApiDoc, now: Date): JsonObject => {
  const status = statusOf(gateway, document, now);
  return {
    ApiDocId: document.id,
    ApiDocName: document.name,
    ApiDocStatus: status,
    ApiCount: document.apiIds.length,
    ViewCount: document.views,
    ReleaseCount: document.releases,
    ApiDocUri: status === "COMPLETED" ? `https://apidoc.example.com/${document.id.replace("apidoc-", "")}` : null,
    SharePassword: document.password,
    UpdatedTime: document.updated,
    ServiceId: document.serviceId,
    ServiceName: gateway.services.get(document.serviceId)?.name ?? null,
    Environment: document.environment,
    ApiIds: [...document.apiIds].sort(),
    ApiNames: document.apiIds.map((id) => defined(gateway.apis.get(id), "ApiName") ?? "").sort(),
  };
};

const list = (gateway: GatewayState, params: JsonObject, context: CallContext): JsonObject => {
  const rows = visible(gateway.documents, context).map((document): JsonObject => ({
    ApiDocId: document.id,
    ApiDocName: document.name,
    ApiDocStatus: statusOf(gateway, document, context.now),
  }));
  return { Result: { TotalCount: rows.length, APIDocSet: page(rows, params) } };
};

const content = { "ApiDocName!": "string", "ServiceId!": "string", "Environment!": "string", "ApiIds!": ["string"] } as const;
const key = { "ApiDocId!": "string" } as const;

/** API documents: CreateAPIDoc, DescribeAPIDocDetail, DescribeAPIDocs, ModifyAPIDoc, DeleteAPIDoc. */
export const documents = (gateway: GatewayState): Actions => ({
  CreateAPIDoc: {
    params: { ...content, Tags: [{ "Key!": "string", "Value!": "string" }] },
    run: (params, context) => create(gateway, params, context),
  },
  DescribeAPIDocDetail: {
    params: key,
    run: (params, context) => ({ Result: detail(gateway, findDocument(gateway, context, params), context.now) }),
  },
  DescribeAPIDocs: { params: { Limit: "integer", Offset: "integer" }, run: (params, context) => list(gateway, params, context) },
  ModifyAPIDoc: { params: { ...content, ...key }, run: (params, context) => modify(gateway, params, context) },
  DeleteAPIDoc: {
    params: key,
    run: (params, context) => ({ Result: gateway.documents.delete(findDocument(gateway, context, params).id) }),
  },
});
