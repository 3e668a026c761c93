/** Hiding secrets of any length in their usual spellings, and in texts that are shortened. See docs/protocol.md#redaction and SECURITY.md. */
import fc from "fast-check";
import { excerpt } from "../../../../provider/core/errors/excerpt";
import { proxySecrets } from "../../../../provider/core/secrets/proxy-secrets";
import { redactor, redactorOf, SecretIndex } from "../../../../provider/core/secrets/redact";
import { hideSignatures } from "../../../../provider/core/secrets/signatures";

const hide = (secrets: string[], text: string) => redactor(secrets)(text);

it.each<[name: string, secrets: string[], text: string, expected: string]>([
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
    "is hidden beside an entity that does not exist",
    ["sesame-4711"],
    "&__proto__; sesame-4711 &constructor;",
    "&__proto__; [secret] &constructor;",
  ],
  ["with broken UTF-16 is hidden", ["broken\ud83dsecret"], "a broken\ud83dsecret b", "a [secret] b"],
])("a secret in a message %s", (_name, secrets, text, expected) => expect(hide(secrets, text)).toBe(expected));

it.each([[[]], [["", "ab", "https://h:9200"]]])("a message stays as it is with the secrets %j", (secrets) => {
  const text = "GET https://h:9200/ab ".repeat(1000);
  expect(redactor(secrets)(text)).toBe(text);
});

const signed = "TC3-HMAC-SHA256 Credential=AKID/2026-11-22/tag/tc3_request, SignedHeaders=content-type;host, Signature=b0077def";

it.each<[name: string, text: string, expected: string]>([
  ["that quotes the header", `<p>${signed}</p>`, "<p>TC3-HMAC-SHA256 [secret]</p>"],
  [
    "that quotes an address",
    "GET https://h/x?a=1&X-Goog-Signature=abc%2F&sig=d&b=2: 403",
    "GET https://h/x?a=1&X-Goog-Signature=[secret]&sig=[secret]&b=2: 403",
  ],
  ["that only speaks of it", "AuthFailure.SignatureFailure: the signature = wrong", "AuthFailure.SignatureFailure: the signature = wrong"],
])("a signature in a message %s", (_name, text, expected) => expect(hideSignatures(text)).toBe(expected));

/** Characters that the texts around a secret do not contain. */
const secretText = (minLength: number, maxLength: number) =>
  fc.string({ minLength, maxLength, unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789+/="\\\n\t &<>%é中😀') });
const frame = fc.string({ maxLength: 40, unit: fc.constantFrom(..."abcdefghijklmnop .,:;()") });

const encodings: Record<string, (text: string) => string> = {
  itself: (text) => text,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON with \\u escapes": (text) =>
    [...text].map((one) => [...Array(one.length).keys()].map((i) => `\\u${hex(one.charCodeAt(i), 4)}`).join("")).join(""),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify(text)),
  "an address": (text) => encodeURIComponent(text),
  "an address in lower case": (text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  "a form": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  HTML: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;"),
};
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

function parts(text: string, length: number) {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length));
}

describe.each(Object.entries(encodings))("a secret written as %s", (_name, encode) => {
  it("leaves no eight characters, also where the text is shortened at any character", () => {
    fc.assert(
      fc.property(fc.array(secretText(8, 300), { minLength: 1, maxLength: 3 }), frame, fc.nat(120), (secrets, around, limit) => {
        const text = secrets.map((one) => `${around}${encode(one)}${around}`).join(" ");
        for (const shown of [hide(secrets, text), excerpt(text, redactor(secrets), limit) ?? ""])
          for (const one of secrets) expect(parts(encode(one), 8).filter((part) => shown.includes(part))).toEqual([]);
      }),
    );
  });
});

test("a part of 24 characters is hidden: services quote excerpts", () => {
  fc.assert(
    fc.property(secretText(24, 300), fc.nat(), (secret, start) => {
      const at = start % (secret.length - 23);
      const part = encodings["JSON"]!(secret.slice(at, at + 24));
      expect(hide([secret], `near [...a${part}b...]`)).toBe("near [...a[secret]b...]");
    }),
  );
  const address = "https://reports.example.com/a/first/and/a/second/part";
  expect(hide([address], "https://reports.example.com/ and /first/and/a/second/part")).toBe("https://reports.example.com/ and [secret]");
});

test.each([1, 2, 3])("a secret in base64 behind %d other bytes leaves no eight characters", (length) => {
  fc.assert(
    fc.property(secretText(8, 60), (one) => {
      for (const form of ["base64", "base64url"] as const) {
        const sent = Buffer.from(`${"u".repeat(length - 1)}:${one.toWellFormed()}`).toString(form);
        const own = sent.slice(Math.ceil((length * 8) / 6), -3);
        const shown = hide([one], `authorization: Basic ${sent}`);
        expect(parts(own, 8).filter((part) => shown.includes(part))).toEqual([]);
      }
    }),
  );
});

test("a text without a part of a secret is not changed", () => {
  fc.assert(
    fc.property(fc.array(secretText(3, 200), { maxLength: 5 }), frame, (secrets, text) => {
      const others = secrets.map((one) => `${one}Z`);
      expect(hide(others, text)).toBe(text);
    }),
  );
});

describe("a secret JSON text", () => {
  const processors =
    '[{"set":{"field":"internal.customer","value":"hunter2-hunter2","if":"ctx.a == 1"}}, {"rename": {"field": "x", "target_field": "y"}}]';

  it.each([
    ["a value", 'cannot set "hunter2-hunter2"', 'cannot set "[secret]"'],
    ["a name of a property", 'unknown field "target_field": of "rename": {', 'unknown field "target_field": of "rename": {'],
    ["the whole", processors, "[secret]"],
    ["the whole, written compactly", JSON.stringify(JSON.parse(processors)), "[secret]"],
    ["the whole in JSON", JSON.stringify({ reason: processors }), '{"reason":"[secret]"}'],
  ])("is hidden where a service quotes %s", (_name, text, expected) => expect(hide([processors], text)).toBe(expected));

  it("of the settings is hidden as a whole only: messages name its members", () => {
    const file = '{"type":"service_account","project_id":"my-project-1"}';
    const redact = redactorOf([new SecretIndex([file], false)]);
    expect(redact("GET /projects/my-project-1")).toBe("GET /projects/my-project-1");
    expect(redact(`invalid: ${file}`)).toBe("invalid: [secret]");
  });

  it("nested 5,000 times is hidden", () => {
    const deep = `${"[".repeat(5000)}"x"${"]".repeat(5000)}`;
    expect(hide([deep], `a ${deep} b`)).toBe("a [secret] b");
  });
});

describe("a long secret", () => {
  const line = "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n";

  it.each([14_045, 1 << 20])("of %d characters is hidden, and so is its beginning", (length) => {
    const secret = line.repeat(Math.ceil(length / line.length)).slice(0, length);
    expect(hide([secret, "another-secret"], `another-secret a ${secret}`)).toMatch(/^\[secret\] a \[secret\](?:\.\.\.)?$/);
    expect(hide([secret], `a <${secret.slice(0, 32)}>`)).toBe("a <[secret]>");
    const other = "a part of another secret is hidden, too";
    expect(hide([secret, other], `<${other.slice(5, 30)}>`)).toBe("<[secret]>");
  });

  it("is hidden beside one that is its beginning, and beside one that it resembles", () => {
    const secrets = ["sesame", "sesame-opens", "sesame-opens-the-door", "sesame-opens-the-window"];
    for (const secret of secrets) expect(hide(secrets, `a ${secret} b`)).toBe("a [secret] b");
    expect(hide(secrets, "sesame-opens-the-gate")).toBe("[secret]gate");
    expect(hide([...secrets, "the-door-of-gold"], "sesame-opens-the-door-of-gold.")).toBe("[secret].");
  });

  it("is found among 10,000 others", () => {
    const secrets = Array.from({ length: 10_000 }, (_, i) => `password-${i};`);
    for (const i of [0, 9, 4711, 9999]) expect(hide(secrets, `is "${secrets[i]}" or password`)).toBe('is "[secret]" or password');
  });
});

test("a long message is shortened, and shows no part of a secret at its end", () => {
  const secret = "Zx9-Qw8/Er7 Ty6=Ui5";
  const limit = 1 << 14;
  for (let before = limit - 40; before < limit + 8; before++) {
    const shown = hide([secret], `${"-".repeat(before)}${secret}${"-".repeat(10_000)}`);
    expect(shown.length).toBeLessThanOrEqual(limit + 3);
    expect(shown).not.toContain("Zx");
  }
});

test("a failure of hiding yields a fixed text", () => {
  const index = new SecretIndex(["a secret text"]);
  index.search = () => {
    throw new Error("a secret text");
  };
  expect(redactorOf([index])("a secret text")).toBe("[message withheld: hiding its secrets failed]");
});

test("the credentials of a proxy are hidden, its address is not", () => {
  const env = { HTTPS_PROXY: "http://user:p%40ss-word-1@proxy:3128", http_proxy: "token-12345678@proxy:3128" };
  const header = Buffer.from("user:p@ss-word-1").toString("base64");
  const text = `through the proxy proxy:3128: Basic ${header}, p@ss-word-1, p%40ss-word-1, token-12345678`;
  expect(hide(proxySecrets(env), text)).toBe("through the proxy proxy:3128: Basic [secret], [secret], [secret], [secret]");
});

test.each(["A", " ", "signature=", "&sig", "X-HMAC-SHA256 Credential=", "A1-HMAC-SHA1 ", "A-HMAC-SHA1 Credential=Signature= "])(
  "a text of 1 MB that repeats %j is searched for signatures within the time limit of a test",
  (part) => expect(hideSignatures(part.repeat((1 << 20) / part.length)).length).toBeGreaterThan(0),
);
