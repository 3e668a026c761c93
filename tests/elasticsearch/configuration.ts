/** The folder of one node: configuration, data, logs, owned by the user that runs it. Elasticsearch does not run as root. */
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The user of a node with security, a superuser of the file realm. The hash below is that of the password. */
export const USER = { username: "elastic-test", password: "changeme" };
const HASH = "$2a$04$uwhBtyPqm8RqDYGr9lOFmOjhPv5Xuqz8vnY86HaElGZi8Vt7hDlAm";

/** The user of the node process if the tests run as root, which Elasticsearch rejects. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Where the snapshot repositories of a node may be. */
const repositories = (work: string) => join(work, "repositories");

const settings = (work: string, security: boolean) => `cluster.name: test
node.name: node-1
discovery.type: single-node
network.host: 127.0.0.1
http.port: 0
transport.port: 0
node.portsfile: true
path.data: ${join(work, "data")}
path.logs: ${join(work, "logs")}
path.repo: ${repositories(work)}
xpack.license.self_generated.type: trial
xpack.security.enabled: ${security}
xpack.security.http.ssl.enabled: false
xpack.security.transport.ssl.enabled: false
cluster.routing.allocation.disk.threshold_enabled: false
`;

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%p][%c{1.}] %m%n
rootLogger.level = error
rootLogger.appenderRef.console.ref = console
`;

const JVM = "-XX:+UseSerialGC\n-XX:TieredStopAtLevel=1\n-Xshare:auto\n-Djava.io.tmpdir=${ES_TMPDIR}\n";

const MEMORY = "/dev/shm";
/** What a node writes is far less. */
const NEEDED_BYTES = 512 * 1024 * 1024;

/** The folder for the folders of nodes: in memory where the system has room for it, because a node waits for the disk with each change of an index. */
const base = () => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
};

/** Returns the address of a node that has written its port; undefined before. */
export function addressOf(work: string): string | undefined {
  const file = join(work, "logs", "http.ports");
  const [address] = existsSync(file) ? (/127\.0\.0\.1:\d+/.exec(readFileSync(file, "utf8")) ?? []) : [];
  return address && `http://${address}`;
}

/** Makes the folder of a node and returns its path. `home` is the unpacked Elasticsearch. */
export const prepare = (home: string, security: boolean): string => {
  const work = mkdtempSync(join(base(), "quartet-elasticsearch-node-"));
  const folders = [...["conf", "data", "logs", "tmp"].map((name) => join(work, name)), repositories(work)];
  for (const folder of folders) mkdirSync(folder);
  const conf = join(work, "conf");
  for (const name of ["roles.yml", "role_mapping.yml"]) copyFileSync(join(home, "config", name), join(conf, name));
  writeFileSync(join(conf, "elasticsearch.yml"), settings(work, security));
  writeFileSync(join(conf, "jvm.options"), JVM);
  writeFileSync(join(conf, "log4j2.properties"), LOGGING);
  writeFileSync(join(conf, "users"), security ? `${USER.username}:${HASH}\n` : "");
  writeFileSync(join(conf, "users_roles"), security ? `superuser:${USER.username}\n` : "");
  const { uid, gid } = unprivileged;
  if (uid !== undefined)
    for (const path of [work, ...folders, ...readdirSync(conf).map((name) => join(conf, name))]) chownSync(path, uid, gid);
  return work;
};
