/** The port in front of an emulator: an emulator that fails, and the end. tests/provider/http covers TLS and what is recorded. */
import { request as overHttp } from "node:http";
import type { EmulatorHandler } from "./exchange";
import { serve, type Served } from "./serve";

const running: Served[] = [];

const start = async (handler: EmulatorHandler) => {
  const served = await serve(handler);
  running.push(served);
  return served;
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((served) => served.stop()));
});

const call = (url: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    overHttp(url, { agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    })
      .on("error", reject)
      .end();
  });

it("reports an exception of the emulator as its defect, not as an error of the client", async () => {
  const { url } = await start(() => {
    throw new Error("a hole in the emulator");
  });
  const { status, body } = await call(url);
  expect(status).toBe(500);
  expect(body).toContain("the emulator itself failed: Error: a hole in the emulator");
});

it("cuts open connections when it stops, and may be stopped twice", async () => {
  const served = await start(() => new Promise(() => undefined));
  const lost = expect(call(served.url)).rejects.toMatchObject({ code: "ECONNRESET" });
  while (served.requests.length === 0) await new Promise(setImmediate);
  await served.stop();
  await lost;
  await served.stop();
  await expect(call(served.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
