/** The check of signatures: the vectors of the specification, and the ways in which one can be wrong that the vendor's client cannot produce. */
import type { EmulatorRequest } from "../exchange";
import { authorization, signed } from "./caller";
import { createKeys, exampleKeys } from "./keys";
import { verify } from "./signature";

const at = (seconds: number) => new Date(seconds * 1000);
const now = at(1_700_000_000);

/** A request as section 2 of cloud-lookups.md has it, with the signature that is there. */
const vector = (call: { service: string; host: string; seconds: number; body: string; signature: string }): EmulatorRequest => {
  const date = at(call.seconds).toISOString().slice(0, 10);
  const scope = `${exampleKeys.secretId}/${date}/${call.service}/tc3_request`;
  return {
    method: "POST",
    path: "/",
    query: "",
    headers: {
      host: call.host,
      "content-type": "application/json",
      "x-tc-timestamp": String(call.seconds),
      authorization: `TC3-HMAC-SHA256 Credential=${scope}, SignedHeaders=content-type;host, Signature=${call.signature}`,
    },
    body: call.body,
  };
};

const vectors = [
  {
    service: "apigateway",
    host: "apigateway.tencentcloudapi.com",
    seconds: 1_700_000_000,
    body: '{"ServiceId":"service-ody35h5e","Limit":100,"Offset":0}',
    signature: "855b1554c6941aef0b0d06b817677b5f6c707569a9088fde245558bcdfe8a622",
  },
  {
    service: "vpc",
    host: "vpc.intl.tencentcloudapi.com",
    seconds: 1_709_164_800,
    body: '{"Filters":[{"Name":"address-template-name","Values":["办公网络 \\"α\\""]}],"Offset":"0","Limit":"100"}',
    signature: "5b6a68b7484115634e0ee11adc36c2af0f74863bc8252b34635fddf8424626be",
  },
  {
    service: "sts",
    host: "sts.tencentcloudapi.com",
    seconds: 1_700_000_000,
    body: "{}",
    signature: "bc386e9655ec540c9d72b0d1176896ff63096439d57627e99fde4d44133584a1",
  },
];

it.each(vectors)("accepts the vector of $service, which the tests sign equally", (call) => {
  const request = vector(call);
  expect(verify(request, { keys: createKeys(), service: call.service, now: at(call.seconds + 5) }).secretId).toBe(exampleKeys.secretId);
  expect(authorization(exampleKeys, call)).toBe(request.headers.authorization);
});

const request = (options: Parameters<typeof signed>[2] = {}) => signed("vpc/Describe", {}, { now, ...options });
const right = request().headers.authorization!;
const header = (authorizationHeader: string | undefined) => request({ headers: { authorization: authorizationHeader } });
const changed = (name: string, value: string): EmulatorRequest => ({ ...request(), headers: { ...request().headers, [name]: value } });
const call = { service: "vpc", host: "vpc.tencentcloudapi.com", seconds: 1_700_000_000, body: "{}" };
const temporary = { secretId: "AKIDtmp", secretKey: "tmpKey", token: "token" };
const keys = createKeys({
  [exampleKeys.secretId]: { secretKey: exampleKeys.secretKey, account: exampleKeys.account },
  AKIDtmp: { secretKey: "tmpKey", token: "token", account: "100000000001", expires: now.getTime() + 1 },
});
const host = "vpc.tencentcloudapi.com:8080";

it.each<[title: string, request: EmulatorRequest, code: string]>([
  ...[
    undefined,
    "",
    "SKIP",
    right.replace("TC3-HMAC-SHA256", "TC3-HMAC-SHA1"),
    right.replaceAll(", ", ","),
    right.slice(0, -1),
    ...["host;content-type", "host", "content-type;content-type;host", "content-type;host;x-absent"].map((names) =>
      right.replace("content-type;host", names),
    ),
  ].map((value): [string, EmulatorRequest, string] => [`the header ${value}`, header(value), "InvalidAuthorization"]),
  [
    "a signature over another action",
    header(authorization(exampleKeys, { ...call, further: { "x-tc-action": "Delete" } })),
    "SignatureFailure",
  ],
  ["a scope of another service", header(authorization(exampleKeys, { ...call, service: "sts" })), "SignatureFailure"],
  ["an early time", request({ now: at(1_700_000_000 - 301) }), "SignatureExpire"],
  ["a late time", request({ now: at(1_700_000_000 + 301) }), "SignatureExpire"],
  ["another body", { ...request(), body: "{} " }, "SignatureFailure"],
  ["another method", { ...request(), method: "GET" }, "SignatureFailure"],
  ["another host", changed("host", "xvpc.tencentcloudapi.com"), "SignatureFailure"],
  ["another signed port", request({ host, signedHost: "vpc.tencentcloudapi.com:8081" }), "SignatureFailure"],
  ["another token", request({ signer: { ...temporary, token: "other" } }), "TokenFailure"],
  ["a token of other keys", request({ headers: { "x-tc-token": "token" } }), "TokenFailure"],
])("rejects %s", (_title, wrong, code) => {
  expect(() => verify(wrong, { keys, service: "vpc", now })).toThrow(expect.objectContaining({ code: `AuthFailure.${code}` }));
});

it.each<[string, EmulatorRequest]>([
  ["within five minutes", request({ now: at(1_700_000_000 - 300) })],
  ["signed without the port", request({ host, signedHost: "vpc.tencentcloudapi.com" })],
])("accepts a request %s", (_title, good) => {
  expect(verify(good, { keys, service: "vpc", now })).toHaveProperty("key");
});
