// Inputs of index templates: minimal and complete.

/** The required inputs. */
export const minimal = { name: "logs-app", indexPatterns: ["logs-app-*"] };
/** All inputs. */
export const full = {
  ...minimal,
  priority: 200,
  version: 0,
  metadata: '{ "owner": "team-a" }',
  allowAutoCreate: false,
  dataStream: { hidden: false },
  template: {
    settings: '{ "number_of_shards": 3 }',
    mappings: '{ "properties": {"user": {"type": "keyword"}} }',
    aliases: [{ name: "app", routing: "1", searchRouting: "2", filter: '{ "term": {"env": "prod"} }', isHidden: true }],
    lifecycle: { dataRetention: "30d" },
    dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } },
  },
};
