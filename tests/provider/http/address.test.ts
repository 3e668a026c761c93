// Base addresses of services in settings.
import { addressViolation } from "../../../provider/http/address";

test.each([
  ["", undefined],
  [" https://api.example.com/v1 ", undefined],
  ["api.example.com", "expected an http or https URL."],
  ["https://ana@api.example.com", "must not contain a user name or a password."],
  ["https://:secret@api.example.com", "must not contain a user name or a password."],
  ["https://api.example.com?x=1", "must not contain a query or a fragment."],
])("%j: %s", (address, expected) => expect(addressViolation(address)).toBe(expected));

test.each([
  ["http://localhost:8080", true],
  ["http://127.8.8.8", true],
  ["http://[::1]:1", true],
  ["https://api.example.com", true],
  ["http://api.example.com", false],
  ["http://localhost.example.com", false],
  ["http://128.0.0.1", false],
])("TLS is required except on this machine: %s %s", (address, isAccepted) => {
  expect(addressViolation(address, { requiresTls: true }) === undefined).toBe(isAccepted);
});

test("messages contain the example and the settings to use, never the address", () => {
  const options = { example: "https://api.example.com", credentials: "apiKey and apiSecret" };
  expect(addressViolation("secret", options)).toBe("expected an http or https URL. Use a URL such as https://api.example.com.");
  expect(addressViolation("https://a:secret@x", options)).toBe("must not contain a user name or a password. Set apiKey and apiSecret.");
});
