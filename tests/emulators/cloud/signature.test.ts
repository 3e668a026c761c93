/** The check of signatures: the vectors of the specification, and every way in which one can be wrong. */
import type { EmulatorRequest } from "../exchange";
import { authorization, signed } from "./caller";
import { createKeys, exampleKeys } from "./keys";
import { verify } from "./signature";

const at = (seconds: number): Date => new Date(seconds * 1000);
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

describe.each(vectors)("the vector of $service", (call) => {
  const signerOf = (request: EmulatorRequest): string => {
    const { secretId } = verify(request, { keys: createKeys(), service: call.service, now: at(call.seconds + 5) });
    return secretId;
  };

  it("is accepted", () => {
    expect(signerOf(vector(call))).toBe(exampleKeys.secretId);
  });

  it("is what the tests themselves sign", () => {
    expect(authorization(exampleKeys, call)).toBe(vector(call).headers["authorization"]);
  });

  it.each([
    ["another body", { body: `${call.body} ` }],
    ["another host", { host: `x${call.host}` }],
    ["another signature", { signature: call.signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) }],
  ])("is rejected with %s", (_, change) => {
    expect(() => signerOf(vector({ ...call, ...change }))).toThrow(expect.objectContaining({ code: "AuthFailure.SignatureFailure" }));
  });

  it("is rejected with another content type, method or query", () => {
    const request = vector(call);
    const changed = [
      { ...request, headers: { ...request.headers, "content-type": "application/json; charset=utf-8" } },
      { ...request, method: "GET" },
      { ...request, query: "a=1" },
    ];
    for (const each of changed) expect(() => signerOf(each)).toThrow(expect.objectContaining({ code: "AuthFailure.SignatureFailure" }));
  });
});

const rejected = (request: EmulatorRequest, code: string, options: Partial<Parameters<typeof verify>[1]> = {}): void => {
  const verification = { keys: createKeys(), service: "vpc", now, ...options };
  expect(() => verify(request, verification)).toThrow(expect.objectContaining({ code: `AuthFailure.${code}` }));
};

const request = (callOptions: Parameters<typeof signed>[2] = {}): EmulatorRequest => signed("vpc/Describe", {}, { now, ...callOptions });

it("requires an Authorization header of the exact form", () => {
  rejected(request({ headers: { authorization: undefined } }), "InvalidAuthorization");
  const right = request().headers["authorization"] ?? "";
  const wrong = [
    "",
    "SKIP",
    right.replace("TC3-HMAC-SHA256", "TC3-HMAC-SHA1"),
    right.replaceAll(", ", ","),
    right.replace("/tc3_request", "/aws4_request"),
    right.slice(0, -1),
    right.toUpperCase(),
  ];
  for (const value of wrong) rejected(request({ headers: { authorization: value } }), "InvalidAuthorization");
});

it.each(["host;content-type", "content-type", "host", "content-type;content-type;host", "content-type;host;x-absent"])(
  "rejects the signed headers %s",
  (names) => {
    const changed = request().headers["authorization"]?.replace("content-type;host", names);
    rejected(request({ headers: { authorization: changed } }), "InvalidAuthorization");
  },
);

it("accepts additional signed headers that are part of the signature", () => {
  const plain = request();
  const call = { service: "vpc", host: "vpc.tencentcloudapi.com", seconds: 1_700_000_000, body: "{}" };
  const signedWith = (action: string): EmulatorRequest => ({
    ...plain,
    headers: { ...plain.headers, authorization: authorization(exampleKeys, { ...call, further: { "x-tc-action": action } }) },
  });
  expect(verify(signedWith("Describe"), { keys: createKeys(), service: "vpc", now }).secretId).toBe(exampleKeys.secretId);
  rejected(signedWith("Delete"), "SignatureFailure");
});

it("accepts timestamps within five minutes", () => {
  for (const off of [-300, 300])
    expect(verify(request({ now: at(1_700_000_000 + off) }), { keys: createKeys(), service: "vpc", now }).secretId).toBe(
      exampleKeys.secretId,
    );
  for (const off of [-301, 301]) rejected(request({ now: at(1_700_000_000 + off) }), "SignatureExpire");
});

it("rejects unknown keys", () => {
  rejected(request({ signer: { ...exampleKeys, secretId: "AKIDother" } }), "SecretIdNotFound");
  rejected(request(), "SecretIdNotFound", { keys: createKeys({}) });
});

it("rejects a wrong secret key, a scope of another service and one of another day", () => {
  rejected(request({ signer: { ...exampleKeys, secretKey: "SecretKeyExample0000000000000001" } }), "SignatureFailure");
  rejected(request(), "SignatureFailure", { service: "sts" });
  const call = { service: "vpc", host: "vpc.tencentcloudapi.com", seconds: 1_700_000_000, body: "{}" };
  rejected(request({ headers: { authorization: authorization(exampleKeys, { ...call, date: "2023-11-15" }) } }), "SignatureFailure");
});

it("accepts a host signed without its port, but not one signed with a port that was not sent", () => {
  const verification = { keys: createKeys(), service: "vpc", now };
  const host = "vpc.tencentcloudapi.com:8080";
  expect(verify(request({ host }), verification).secretId).toBe(exampleKeys.secretId);
  expect(verify(request({ host, signedHost: "vpc.tencentcloudapi.com" }), verification).secretId).toBe(exampleKeys.secretId);
  rejected(request({ signedHost: host }), "SignatureFailure");
  rejected(request({ host, signedHost: "vpc.tencentcloudapi.com:8081" }), "SignatureFailure");
});

describe("temporary keys", () => {
  const temporary = { secretId: "AKIDtmp", secretKey: "tmpKey", token: "token" };
  const keys = createKeys({ AKIDtmp: { secretKey: "tmpKey", token: "token", account: "100000000001", expires: now.getTime() + 1 } });

  it("are valid with their token until they expire", () => {
    expect(verify(request({ signer: temporary }), { keys, service: "vpc", now }).secretId).toBe("AKIDtmp");
    rejected(request({ signer: temporary }), "TokenFailure", { keys, now: new Date(now.getTime() + 1) });
  });

  it("are rejected without their token or with another", () => {
    rejected(request({ signer: { ...temporary, token: undefined } }), "TokenFailure", { keys });
    rejected(request({ signer: { ...temporary, token: "other" } }), "TokenFailure", { keys });
  });

  it("have a token that is valid for no other keys", () => {
    rejected(request({ headers: { "x-tc-token": "token" } }), "TokenFailure");
  });
});
