// What schema.json cannot state about the settings of this module. Pure.
import type { Rules } from "../../contract/rules";
import { connectionRules, oneBlock, unusedConnectionRules } from "./connection/rules";

/** The rules of the provider's settings. */
export const settingRules: Rules = {
  properties: {
    searchServers: { ...oneBlock, example: [{ endpoints: ["https://search.example.com:9200"] }] },
    agentManagers: oneBlock,
    dashboards: oneBlock,
  },
};

/** The rules of the types of settings, by token. */
export const typeRules: Readonly<Record<string, Rules>> = {
  "quartet:search:SearchConnection": connectionRules,
  "quartet:search:AgentManagerConnection": unusedConnectionRules,
  "quartet:search:DashboardConnection": unusedConnectionRules,
};
