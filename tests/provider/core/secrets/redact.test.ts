/** Redaction of secrets in messages by their value. See docs/protocol.md#redaction. */
import { redactor } from "../../../../provider/core/secrets/redact";
import { hideSignatures } from "../../../../provider/core/secrets/signatures";

const hide = (secrets: string[], text: string): string => redactor(secrets)?.(text) ?? text;

describe("a secret in a message", () => {
  const cases: [name: string, secrets: string[], text: string, expected: string][] = [
    [
      "may hold signs of regular expressions, and is hidden wherever it occurs",
      ["a.*(b)+[c]^$|\\d{2}"],
      "xa.*(b)+[c]^$|\\d{2}y a.*(b)+[c]^$|\\d{2}",
      "x[secret]y [secret]",
    ],
    ["is hidden before a shorter one inside it", ["secret-part", "my-secret-part-2"], "my-secret-part-2", "[secret]"],
    ["of few letters is hidden where it occurs alone", ["elastic"], "user [elastic] of elasticsearch", "user [[secret]] of elasticsearch"],
    [
      "of few letters is not a part of a name",
      ["test"],
      "projects/test-project/my-test of a.test: test. (test)",
      "projects/test-project/my-test of a.test: [secret]. ([secret])",
    ],
    ["of one or two letters stays", ["a", "GO"], "a way to GO", "a way to GO"],
    [
      "that is the bare address of a server stays: messages must name it",
      ["https://h:9200", "http://h/"],
      "GET https://h:9200/x",
      "GET https://h:9200/x",
    ],
    ["that is an address with a password is hidden", ["https://u:p@h:9200"], "GET https://u:p@h:9200/x", "GET [secret]/x"],
    [
      "that is an address with a path is hidden, for a path may be a token",
      ["https://h/hooks/T0K3N"],
      "POST https://h/hooks/T0K3N",
      "POST [secret]",
    ],
    [
      "is hidden beside an entity that does not exist",
      ["sesame-4711"],
      "&__proto__; sesame-4711 &constructor;",
      "&__proto__; [secret] &constructor;",
    ],
    ["with broken UTF-16 is hidden", ["broken\ud83dsecret"], "a broken\ud83dsecret b", "a [secret] b"],
  ];

  it.each(cases)("%s", (_name, secrets, text, expected) => expect(hide(secrets, text)).toBe(expected));

  it("has no cost without secrets", () => {
    expect(redactor([])).toBeUndefined();
    expect(redactor(["", "ab", "https://h:9200"])).toBeUndefined();
  });
});

describe("a signature in a message", () => {
  const signed = "TC3-HMAC-SHA256 Credential=AKID/2026-11-22/tag/tc3_request, SignedHeaders=content-type;host, Signature=b0077def";
  const cases: [name: string, text: string, expected: string][] = [
    ["that quotes the header", `<p>${signed}</p>`, "<p>TC3-HMAC-SHA256 [secret]</p>"],
    [
      "that quotes an address",
      "GET https://h/x?a=1&X-Goog-Signature=abc%2F&sig=d&b=2: 403",
      "GET https://h/x?a=1&X-Goog-Signature=[secret]&sig=[secret]&b=2: 403",
    ],
    [
      "that only speaks of it",
      "AuthFailure.SignatureFailure: the signature = wrong",
      "AuthFailure.SignatureFailure: the signature = wrong",
    ],
  ];

  it.each(cases)("%s", (_name, text, expected) => expect(hideSignatures(text)).toBe(expected));
});
