/** Contract of application privileges, on a node with security. */
import { lines, step, type Groups } from "./step";

const put = (body: unknown) => step("PUT /_security/privilege", body);
const read = { actions: ["x/y", "a:b"] };
const app = (privileges: unknown) => ({ app: privileges });

/** All groups. */
export const groups: Groups = {
  // What is stored, found and deleted.
  "application privileges: what is stored": [
    "GET /_security/privilege",
    put({ app: { read, write: { actions: ["w*"], metadata: { a: 1.5 } } }, "app-aBC_1.x": { read } }),
    put(app({ read: { actions: "x/y", application: "app", name: "read" }, "a.b-c_D": { actions: ["x/y", "x/y"] } })),
    lines(
      "GET /_security/privilege",
      "",
      "/app",
      "/none",
      "/ap*",
      "/app,app2",
      "/app/read",
      "/app/read,none",
      "/app/read%2Cwrite",
      "/app/none",
      "/app/*",
      "/none/read",
    ),
    lines(
      "DELETE /_security/privilege",
      "/app/none",
      "/app/*",
      "/app/read,none",
      "/app/write%2Ca.b-c_D",
      "/app-aBC_1.x/read?refresh=wait_for",
      "/app",
    ),
    "GET /_security/privilege",
  ],
  // Bodies that the server rejects.
  "application privileges: rejected bodies": [
    undefined,
    [],
    {},
    { app: [] },
    app({}),
    app({ read: {} }),
    app({ read: { actions: [] } }),
    app({ read: { actions: ["x/y", ""] } }),
    app({ read: { actions: 1 } }),
    app({ Read: { actions: ["x"] } }),
    app({ "a,b": read, "": read }),
    app({ read: { ...read, metadata: { _a: 1 } } }),
    app({ read: { ...read, metadata: [] } }),
    app({ read: { ...read, application: "other" } }),
    app({ read: { ...read, name: "other" } }),
    app({ read: { ...read, nope: 1 } }),
    ...["App", "ap", "app-a b", "app-*", "app-a/b", "1app", ""].map((name) => ({ [name]: { read } })),
  ].map(put),
};
