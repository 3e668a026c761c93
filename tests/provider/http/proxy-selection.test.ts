// Selection of the proxy for a URL by the environment.
import net from "node:net";
import { proxyFor } from "../../../provider/http/proxy";

const at = (url: string, env: Record<string, string>) => {
  const proxy = proxyFor(new URL(url), env, net);
  return proxy && `${proxy.secure ? "https" : "http"} ${proxy.host} ${proxy.port}`;
};

test.each([
  ["lower case wins", "https://a.test", { HTTPS_PROXY: "http://p:1", https_proxy: "http://q:2" }, "http q 2"],
  ["an empty one counts as unset", "https://a.test", { HTTPS_PROXY: "http://p:1", https_proxy: "" }, "http p 1"],
  ["another scheme has another proxy", "http://a.test", { HTTPS_PROXY: "http://p:1" }, undefined],
  ["http", "http://a.test", { HTTP_PROXY: "http://p:1" }, "http p 1"],
  ["HTTP_PROXY is not trusted in a CGI process", "http://a.test", { HTTP_PROXY: "http://p:1", REQUEST_METHOD: "GET" }, undefined],
  ["http_proxy is", "http://a.test", { http_proxy: "http://p:1", REQUEST_METHOD: "GET" }, "http p 1"],
  ["default ports", "https://a.test", { HTTPS_PROXY: "http://p" }, "http p 80"],
  ["default ports of https", "https://a.test", { HTTPS_PROXY: "https://p" }, "https p 443"],
  ["without a scheme", "https://a.test", { HTTPS_PROXY: "p.test:3128" }, "http p.test 3128"],
  ["an IPv6 proxy", "https://a.test", { HTTPS_PROXY: "http://[fd00::1]:3128" }, "http fd00::1 3128"],
])("%s", (_, url, env, expected) => expect(at(url, env)).toBe(expected));

test.each([
  ["*", "https://a.test", true],
  ["a.test", "https://a.test", true],
  ["A.Test.", "https://a.test", true],
  ["a.test", "https://x.y.a.test", true],
  [".a.test", "https://a.test", true],
  ["*.a.test", "https://x.a.test", true],
  ["a.test", "https://ba.test", false],
  ["b.test, a.test", "https://a.test", true],
  ["b.test a.test", "https://a.test", true],
  ["a.test:443", "https://a.test", true],
  ["a.test:9200", "https://a.test", false],
  ["10.1.2.3:9200", "https://10.1.2.3:9200", true],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["10.0.0.0/8", "https://a.test", false],
  ["fd00::/8", "https://[fd12::1]", true],
  ["fd12::1", "https://[fd12:0::1]", true],
  ["[fd12::1]:9200", "https://[fd12::1]:9200", true],
  ["", "https://localhost:9200", true],
  ["", "https://127.1.2.3", true],
  ["", "https://[::1]", true],
  ["", "https://169.254.169.254/latest", true],
  ["", "https://[fe80::a]", true],
  ["", "https://169.255.0.1", false],
])("NO_PROXY=%s: %s is requested directly: %s", (list, url, direct) => {
  expect(at(url, { HTTPS_PROXY: "http://p:1", NO_PROXY: list }) === undefined).toBe(direct);
  expect(at(url, { HTTPS_PROXY: "http://p:1", NO_PROXY: "other.test", no_proxy: list || "none.test" }) === undefined).toBe(direct);
});

test.each([
  ["HTTPS_PROXY", "socks5://u:s3cret@p:1", /^Proxy setup failed: HTTPS_PROXY: unsupported scheme socks5. Use an http or https proxy/],
  ["https_proxy", "http://", /^Proxy setup failed: https_proxy: invalid URL/],
  ["HTTPS_PROXY", "u:s3cret@:x", /^Proxy setup failed: HTTPS_PROXY: invalid URL/],
])("a variable that cannot be used is named, its value is not shown", (name, value, message) => {
  let text = "";
  try {
    at("https://a.test", { HTTPS_PROXY: "http://p:1", [name]: value });
  } catch (error) {
    text = (error as Error).message;
  }
  expect(text).toMatch(message);
  expect(text).not.toContain("s3cret");
});
