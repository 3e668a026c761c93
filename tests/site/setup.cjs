/**
 * Before the first test: finds a browser and builds the site. If one of them is not available, the reason is printed and written to the file that
 * TEST_UNAVAILABLE names, and no test runs.
 */
const { writeFileSync } = require("node:fs");

module.exports = async () => {
  const { buildSite, PackagesUnavailable } = require("../../tools/site");
  const { BrowserUnavailable, findBrowser } = require("./browser");
  try {
    process.env.SITE_BROWSER = findBrowser(process.env);
    buildSite();
  } catch (cause) {
    if (!(cause instanceof PackagesUnavailable || cause instanceof BrowserUnavailable)) throw cause;
    if (process.env.TEST_UNAVAILABLE) writeFileSync(process.env.TEST_UNAVAILABLE, cause.message);
    throw new Error(`the site cannot be tested: ${cause.message}`, { cause });
  }
};
