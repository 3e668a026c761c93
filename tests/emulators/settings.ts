/** The settings of the provider with which it reaches the emulators, as stack configuration and as environment variables. */
import { exampleKeys as cloudKeys } from "./cloud/keys";
import { exampleKeys as pipelineKeys } from "./datapipeline/index";

/** One setting. */
export interface Setting {
  /** Key of the stack configuration, without `quartet:`. */
  key: string;
  /** Name of the environment variable. */
  variable: string;
  value: string;
  isSecret?: boolean;
}

/** Returns the settings for an Elasticsearch emulator without security. */
export const searchSettings = (url: string): Setting[] => [
  { key: "searchServers[0].endpoints[0]", variable: "ELASTICSEARCH_ENDPOINTS", value: url },
];

/** Returns the settings for a Tencent Cloud emulator of the domain `localhost`. */
export const cloudSettings = (port: number): Setting[] => [
  { key: "protocol", variable: "TENCENTCLOUD_PROTOCOL", value: "HTTP" },
  { key: "domain", variable: "TENCENTCLOUD_DOMAIN", value: `localhost:${port}` },
  { key: "region", variable: "TENCENTCLOUD_REGION", value: "ap-guangzhou" },
  { key: "secretId", variable: "TENCENTCLOUD_SECRET_ID", value: cloudKeys.secretId },
  { key: "secretKey", variable: "TENCENTCLOUD_SECRET_KEY", value: cloudKeys.secretKey, isSecret: true },
];

/** Returns the settings for a Fivetran emulator. */
export const pipelineSettings = (url: string): Setting[] => {
  const [[apiKey, apiSecret] = ["", ""]] = Object.entries(pipelineKeys);
  return [
    { key: "apiUrl", variable: "FIVETRAN_API_URL", value: `${url}/v1` },
    { key: "apiKey", variable: "FIVETRAN_APIKEY", value: apiKey },
    { key: "apiSecret", variable: "FIVETRAN_APISECRET", value: apiSecret, isSecret: true },
  ];
};

/** Returns the settings for an Eventarc emulator. */
export const eventSettings = (url: string): Setting[] => [
  { key: "eventApiUrl", variable: "GOOGLE_EVENTARC_CUSTOM_ENDPOINT", value: url },
  { key: "googleProject", variable: "GOOGLE_PROJECT", value: "demo-project" },
  { key: "googleLocation", variable: "GOOGLE_REGION", value: "us-central1" },
  // The token that every emulator accepts.
  { key: "googleAccessToken", variable: "GOOGLE_OAUTH_ACCESS_TOKEN", value: "test", isSecret: true },
];

/** Returns the settings as environment variables. */
export const environmentOf = (settings: readonly Setting[]): Record<string, string> =>
  Object.fromEntries(settings.map(({ variable, value }) => [variable, value]));
