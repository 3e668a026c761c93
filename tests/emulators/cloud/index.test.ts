/** The emulator as a whole: the gateway behind the signature, tags that keep a service from being deleted, shapes without slips. */
import type { JsonObject } from "../exchange";
import type { Shape } from "./api";
import { callerOf, rejection } from "./caller";
import { createGateway } from "./gateway";
import { createCloudEmulator } from "./index";

const service = { ServiceName: "orders", Protocol: "http", NetTypes: ["OUTER"], IpVersion: "IPv4" };

it("does not delete a service while the tag service has tags of it", () => {
  const callAction = callerOf(createCloudEmulator());
  const { ServiceId } = callAction("apigateway/CreateService", service) as { ServiceId: string };
  const Resource = `qcs::apigw:ap-guangzhou:uin/:service/${ServiceId}`;
  const change = (content: JsonObject): JsonObject => callAction("tag/ModifyResourceTags", { Resource, ...content });
  expect(change({ ReplaceTags: [{ TagKey: "team", TagValue: "shop" }] })).toEqual({});
  expect(callAction("apigateway/DeleteService", { ServiceId })).toEqual(rejection("UnsupportedOperation.TagsNotEmpty"));
  expect(change({ DeleteTags: [{ TagKey: "team" }] })).toEqual({});
  expect(callAction("apigateway/DeleteService", { ServiceId })).toEqual({ Result: true });
});

it("keeps nothing from one emulator to the next", () => {
  callerOf(createCloudEmulator())("apigateway/CreateService", service);
  expect(callerOf(createCloudEmulator())("apigateway/DescribeServicesStatus")).toHaveProperty("Result.TotalCount", 0);
});

/** What is wrong with the names and types of a shape, by path. */
const mistakes = (shape: Shape, path: string): string[] => {
  if (typeof shape === "string") return ["string", "integer", "number", "boolean"].includes(shape) ? [] : [path];
  if (Array.isArray(shape)) return shape.length === 1 ? mistakes(shape[0] as Shape, `${path}.0`) : [path];
  return Object.entries(shape).flatMap(([name, member]) => {
    const wrongName = !/^[A-Z][A-Za-z0-9]*(\[\])?!?$/.test(name) || (name.includes("[]") && !Array.isArray(member));
    return [...(wrongName ? [`${path}.${name}`] : []), ...mistakes(member as Shape, `${path}.${name}`)];
  });
};

it("has shapes of well-formed names and known types", () => {
  const { actions } = createGateway();
  expect(Object.keys(actions).length).toBeGreaterThan(0);
  expect(Object.entries(actions).flatMap(([name, { params }]) => mistakes(params, name))).toEqual([]);
});
