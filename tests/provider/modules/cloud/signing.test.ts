// The signature of requests: test vectors, the vendor's published example, and the vendor's own code. See docs/modules/cloud.md#signing.
import Sign from "tencentcloud-sdk-nodejs-common/tencentcloud/common/sign";
import { sign, canonicalRequest, signingKey } from "../../../../provider/modules/cloud/signing";

const keys = { secretId: "AKIDEXAMPLE00000000000000000000000", secretKey: "SecretKeyExample0000000000000000" };
const signatureOf = (header: string) => /Signature=(\w+)$/.exec(header)![1]!;

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

// transport.test.ts has the header.
test("vector 1: the canonical request and the day key", () => {
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
  expect(signingKey(keys.secretKey, "2023-11-14", "apigateway").toString("hex")).toBe(
    "dcbb9a05a504f1bb6ead9e3c345e9ad9678d9a72ceef52a3a82f5dd1471925de",
  );
});

test("the day of the scope is that of UTC", () => {
  expect(sign({ ...gateway, seconds: Date.UTC(2024, 0, 1) / 1000 - 1 }, keys)).toContain("/2023-12-31/");
});

test("the vendor's code signs a body beyond ASCII equally", () => {
  const official = Sign.sign3({
    method: "POST",
    url: `https://${leap.host}/`,
    payload: JSON.parse(leap.body.toString()) as unknown,
    timestamp: leap.seconds,
    service: leap.service,
    secretId: keys.secretId,
    secretKey: keys.secretKey,
    multipart: false,
    boundary: "",
    headers: { "Content-Type": "application/json", Host: leap.host },
  });
  expect(signatureOf(sign(leap, keys))).toBe(signatureOf(official));
});
