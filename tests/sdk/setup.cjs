/** Before the first test of the SDKs: finds the tools of each language. */
module.exports = () => {
  const { ensurePython } = require("../../tools/python");
  const { probe } = require("./parts");
  probe("python", () => ensurePython({ name: "python-sdk", packages: ["pulumi>=3.231.0,<4", "mypy>=1.11", "build"] }));
};
