/** `npm run tools`: installs the Pulumi CLI with the language hosts that tests and demo use, and prints its path. */
import { ensurePulumi } from "./pulumi";

ensurePulumi({ languages: ["yaml", "nodejs"] }).then(
  ({ command, version }) => process.stdout.write(`Pulumi CLI ${version}: ${command}\n`),
  (failure: unknown) => {
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`);
    process.exitCode = 1;
  },
);
