/** The default theme, with tabs that remember the chosen language in the browser. */
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { enhanceAppWithTabs } from "vitepress-plugin-tabs/client";

const theme: Theme = { ...DefaultTheme, enhanceApp: ({ app }) => enhanceAppWithTabs(app) };
export default theme;
