// The signature of requests: test vectors, the vendor's published example, and the vendor's own code. See docs/modules/cloud.md#signing.
import { createHash } from "node:crypto";
import Sign from "tencentcloud-sdk-nodejs-common/tencentcloud/common/sign";
import { sign, canonicalRequest, signingKey } from "../../../../provider/modules/cloud/signing";

const keys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const signatureOf = (header: string): string => /Signature=(\w+)$/.exec(header)![1]!;

const gateway = {
  service: "apigateway",
  host: "apigateway.tencentcloudapi.com",
  seconds: 1700000000,
  body: Buffer.from('{"ServiceId":"service-ody35h5e","Limit":100,"Offset":0}'),
};
const leap = {
  service: "vpc",
  host: "vpc.intl.tencentcloudapi.com",
  seconds: 1709164800,
  body: Buffer.from('{"Filters":[{"Name":"address-template-name","Values":["办公网络 \\"α\\""]}],"Offset":"0","Limit":"100"}'),
};
const empty = { service: "sts", host: "sts.tencentcloudapi.com", seconds: 1700000000, body: Buffer.from("{}") };

test("vector 1: the canonical request, the day key and the header", () => {
  expect(canonicalRequest(gateway)).toBe(
    [
      "POST",
      "/",
      "",
      "content-type:application/json",
      "host:apigateway.tencentcloudapi.com",
      "",
      "content-type;host",
      "817dfbd602a7e4bb1d1b3d5b25f1e8720e3e15e9a8e9ad9b7597f814ff550f4b",
    ].join("\n"),
  );
  expect(sha256(canonicalRequest(gateway))).toBe("41548e3488bbe5d7edebd261b9b5c57d66ea863557f04a9f1fb3cfa5df4c2c2d");
  expect(signingKey(keys.secretKey, "2023-11-14", "apigateway").toString("hex")).toBe(
    "dcbb9a05a504f1bb6ead9e3c345e9ad9678d9a72ceef52a3a82f5dd1471925de",
  );
  expect(sign(gateway, keys)).toBe(
    "TC3-HMAC-SHA256 Credential=AKIDEXAMPLE00000000000000000000000/2023-11-14/apigateway/tc3_request, " +
      "SignedHeaders=content-type;host, Signature=855b1554c6941aef0b0d06b817677b5f6c707569a9088fde245558bcdfe8a622",
  );
});

test("vector 2: a body beyond ASCII, a leap day, another domain", () => {
  expect(leap.body).toHaveLength(106);
  expect(sha256(canonicalRequest(leap))).toBe("1b315266e20c90af8c50ed73323025af17ad8a4c05b23f5f9bfb70a5197b9e2f");
  expect(signingKey(keys.secretKey, "2024-02-29", "vpc").toString("hex")).toBe(
    "f119cbc0277084ea9d4b7b5eca6c59abc2655d8e1266e7fdd7c893887da1cddc",
  );
  expect(signatureOf(sign(leap, keys))).toBe("5b6a68b7484115634e0ee11adc36c2af0f74863bc8252b34635fddf8424626be");
});

test("vector 3: no parameters", () => {
  expect(sha256(canonicalRequest(empty))).toBe("27a9f5a9c8a4da9c86f0fcf3df35b2a50d53bd6317667e0e3f4382f405e9af81");
  expect(signatureOf(sign(empty, keys))).toBe("bc386e9655ec540c9d72b0d1176896ff63096439d57627e99fde4d44133584a1");
});

test("the day of the scope is that of UTC", () => {
  const at = (seconds: number): string => sign({ ...empty, seconds }, keys);
  expect(at(Date.UTC(2024, 0, 1) / 1000 - 1)).toContain("/2023-12-31/");
  expect(at(Date.UTC(2024, 0, 1) / 1000)).toContain("/2024-01-01/");
});

test("the day key is kept for its secret, day and service only", () => {
  const key = signingKey("secret", "2024-01-01", "vpc");
  expect(signingKey("secret", "2024-01-01", "vpc")).toBe(key);
  const others = [
    signingKey("secres", "2024-01-01", "vpc"),
    signingKey("secret", "2024-01-02", "vpc"),
    signingKey("secret", "2024-01-01", "sts"),
  ];
  for (const other of others) expect(other.equals(key)).toBe(false);
});

test.each([
  ["a plain body", gateway],
  ["a body beyond ASCII", leap],
  ["no parameters", empty],
])("the vendor's code signs %s equally", (_what, request) => {
  const official = Sign.sign3({
    method: "POST",
    url: `https://${request.host}/`,
    payload: JSON.parse(request.body.toString()) as unknown,
    timestamp: request.seconds,
    service: request.service,
    secretId: keys.secretId,
    secretKey: keys.secretKey,
    multipart: false,
    boundary: "",
    headers: { "Content-Type": "application/json", Host: request.host },
  });
  expect(signatureOf(sign(request, keys))).toBe(signatureOf(official));
});
