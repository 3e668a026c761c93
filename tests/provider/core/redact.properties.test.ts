/** Hiding secrets of any length and spelling, in linear time. */
import fc from "fast-check";
import { excerpt } from "../../../provider/core/excerpt";
import { proxySecrets } from "../../../provider/core/proxy-secrets";
import { redactor, redactorOf, SecretIndex, withheldMessage } from "../../../provider/core/redact";
import { hideSignatures } from "../../../provider/core/signatures";

const hide = (secrets: string[], text: string): string => redactor(secrets)?.(text) ?? text;

/** Characters that the texts around a secret do not contain. */
const secretText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
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
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

function parts(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length));
}

describe.each(Object.entries(encodings))("a secret written as %s", (_name, encode) => {
  it("leaves no eight characters", () => {
    fc.assert(
      fc.property(fc.array(secretText(8, 300), { minLength: 1, maxLength: 3 }), frame, frame, (secrets, before, after) => {
        const shown = hide(secrets, secrets.map((one) => `${before}${encode(one)}${after}`).join(" "));
        for (const one of secrets) expect(parts(encode(one), 8).filter((part) => shown.includes(part))).toEqual([]);
      }),
    );
  });

  it("leaves nothing where the text is shortened at any character", () => {
    fc.assert(
      fc.property(secretText(8, 60), frame, fc.nat(120), (one, before, limit) => {
        const shown = excerpt(`${before}${encode(one)}`, limit, redactor([one])!);
        expect(parts(encode(one), 8).filter((part) => shown.includes(part))).toEqual([]);
      }),
    );
  });
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
    fc.property(fc.array(secretText(3, 200), { maxLength: 5 }), frame, (secrets, text) =>
      expect(
        hide(
          secrets.map((s) => `${s}Z`),
          text,
        ),
      ).toBe(text),
    ),
  );
});

describe("a secret JSON text", () => {
  const processors =
    '[{"set":{"field":"internal.customer","value":"hunter2-hunter2","if":"ctx.a == 1"}}, {"rename": {"field": "x", "target_field": "y"}}]';

  it.each([
    ["a value", 'cannot set "hunter2-hunter2"', "cannot set [secret]"],
    ["a part of a value", 'near customer",', "near [secret]"],
    ["a value with its name", 'in "value":"hunter2-hunter2"', "in [secret]"],
    ["a name of a property", 'unknown field "target_field": of "rename": {', 'unknown field "target_field": of "rename": {'],
    ["the whole", processors, "[secret]"],
    ["the whole, written compactly", JSON.stringify(JSON.parse(processors)), "[secret]"],
    ["the whole in JSON", JSON.stringify({ reason: processors }), '{"reason":"[secret]"}'],
  ])("is hidden where a service quotes %s", (_name, text, expected) => expect(hide([processors], text)).toBe(expected));

  it("of the settings is hidden as a whole only: messages name its members", () => {
    const file = '{"type":"service_account","project_id":"my-project-1"}';
    const redact = redactorOf([new SecretIndex([file], false)])!;
    expect(redact("GET /projects/my-project-1")).toBe("GET /projects/my-project-1");
    expect(redact(`invalid: ${file}`)).toBe("invalid: [secret]");
  });

  it("nested 20,000 times is hidden", () => {
    const deep = `${"[".repeat(20_000)}"x"${"]".repeat(20_000)}`;
    expect(hide([deep], `a ${deep} b`)).toBe("a [secret] b");
  });
});

describe("a long secret", () => {
  it.each([14_045, 30_142, 100_000, 200_000])("of %d characters is hidden, and so is a part of it", (length) => {
    const line = "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n";
    const secret = `${line.repeat(Math.ceil(length / line.length))}`.slice(0, length);
    expect(hide([secret, "another-secret"], `a ${secret} b another-secret`)).toBe("a [secret] b [secret]");
    expect(hide([secret], `a <${secret.slice(100, 150)}>`)).toBe("a <[secret]>");
  });

  it("costs work in proportion to the text, also where it repeats itself", () => {
    const work = (size: number): number => {
      const index = new SecretIndex(["ab".repeat(size), `${"a".repeat(size)}b`]);
      redactorOf([index])!("x");
      const before = index.comparisons;
      redactorOf([index])!("a".repeat(size));
      return index.comparisons - before;
    };
    expect(work(40_000)).toBeLessThan(2.2 * work(20_000));
  });
});

describe("a large index", () => {
  const chunk = 1 << 17;
  const letters = (length: number): string =>
    Array.from({ length }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000) + Math.floor(i / 20_000))).join("");
  const secret = letters(4 * chunk);
  const stepsOf = (size: number): number => {
    const index = new SecretIndex([letters(size)]);
    let steps = 1;
    while (index.step()) steps++;
    return steps;
  };

  it("is built in steps, in proportion to the secrets", () => {
    expect(stepsOf(chunk >> 2)).toBe(1);
    const half = stepsOf(4 * chunk);
    const whole = stepsOf(8 * chunk);
    expect(half).toBeGreaterThanOrEqual(4);
    expect(whole).toBeLessThanOrEqual(2 * half);
  });

  it.each([0, chunk - 20, chunk - 7, 2 * chunk - 1, 3 * chunk, 4 * chunk - 40])("finds a part that begins at character %d", (at) =>
    expect(hide([secret], `<${secret.slice(at, at + 40)}>`)).toBe("<[secret]>"),
  );

  it("may be used before it is complete", () => {
    const index = new SecretIndex([secret]);
    index.step();
    expect(redactorOf([index])!(`<${secret}>`)).toBe("<[secret]>");
    expect(index.step()).toBe(false);
  });
});

test.each(["a", "ab", "aGVsbG8gd29ybGQ", "\\u0061", "%2B", "&lt;a"])(
  "a search in a text that repeats %j costs work in proportion to it",
  (part) => {
    const work = (length: number): number => {
      const index = new SecretIndex([part.repeat(4000), `${part.repeat(50)}x`, "hello world, hello world, hello world"]);
      while (index.step());
      const before = index.comparisons;
      redactorOf([index])!(part.repeat(length / part.length));
      return index.comparisons - before;
    };
    expect(work(80_000)).toBeLessThanOrEqual(2.2 * work(40_000) + 100);
  },
);

test("a failure of hiding yields a fixed text", () => {
  const index = new SecretIndex(["a secret text"]);
  index.search = () => {
    throw new Error("a secret text");
  };
  expect(redactorOf([index])!("a secret text")).toBe(withheldMessage);
});

describe("the credentials of a proxy", () => {
  const env = { HTTPS_PROXY: "http://user:p%40ss-word-1@proxy:3128", http_proxy: "token-12345678@proxy:3128" };
  it.each([
    [
      "the header",
      `proxy-authorization: Basic ${Buffer.from("user:p@ss-word-1").toString("base64")}`,
      "proxy-authorization: Basic [secret]",
    ],
    ["the password", "p@ss-word-1", "[secret]"],
    ["the password of the variable", "p%40ss-word-1", "[secret]"],
    ["a token", "token-12345678", "[secret]"],
    ["the address", "no way through the proxy proxy:3128", "no way through the proxy proxy:3128"],
  ])("are hidden: %s", (_name, text, expected) => expect(hide(proxySecrets(env), text)).toBe(expected));
});

test.each([
  "A",
  " ",
  "signature=",
  "&sig",
  "X-HMAC-SHA256 Credential=",
  "A1-HMAC-SHA1 ",
  "Signature=",
  "A-HMAC-SHA1 Credential=Signature= ",
])("a text of 1 MB that repeats %j is searched for signatures within the time limit of a test", (part) =>
  expect(hideSignatures(part.repeat((1 << 20) / part.length)).length).toBeGreaterThan(0),
);
