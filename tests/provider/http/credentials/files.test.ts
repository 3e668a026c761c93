// Credential files, over a file system of the test.
import { createCredentialFiles, type FileOptions } from "../../../../provider/http/credentials/files";

const contents: Readonly<Record<string, string>> = {
  "/home/user/key.json": '\uFEFF{"a":1}',
  "/keys/list.json": "[1]",
  "/keys/text": "plain secret",
};

function files(more: Partial<FileOptions> = {}) {
  const readText = async (path: string) => {
    const text = contents[path];
    if (text !== undefined) return text;
    throw Object.assign(new Error(`no ${path}`), { code: path.startsWith("/denied") ? "EACCES" : path === "/keys" ? "EISDIR" : "ENOENT" });
  };
  return createCredentialFiles({ env: { HOME: "/home/user", USERPROFILE: "C:\\ana" }, readText, windows: false, ...more });
}

test("a tilde is the home directory", async () => {
  expect(await files().path("~/key.json")).toBe("/home/user/key.json");
  expect(await files({ windows: true }).path("~\\key.json")).toBe("C:\\ana\\key.json");
  expect(await files().path("~ana/key.json")).toBe("~ana/key.json");
  expect(await files().json("~/key.json")).toEqual({ a: 1 });
});

test("a missing file is absent; which codes mean that is an option", async () => {
  expect(await files().text("/nowhere")).toBeUndefined();
  expect(await files().json("/nowhere")).toBeUndefined();
  await expect(files().text("/keys")).rejects.toThrow("the file /keys cannot be read (EISDIR)");
  expect(await files({ absent: new Set(["EISDIR"]) }).text("/keys")).toBeUndefined();
});

test("errors name the file and the reason, never the content", async () => {
  await expect(files().text("/denied/x")).rejects.toMatchObject({
    code: "failed_precondition",
    message: "the file /denied/x cannot be read (EACCES)",
  });
  await expect(files().text("/denied/x", "the file of GOOGLE_CREDENTIALS")).rejects.toThrow(
    "the file of GOOGLE_CREDENTIALS cannot be read (EACCES)",
  );
  await expect(files().json("/keys/text")).rejects.toThrow(/^the file \/keys\/text is not JSON$/);
  await expect(files().json("/keys/list.json")).rejects.toThrow("contains JSON that is not an object");
});
