/** How an error names an object of module search that the engine does not store. */

/** Returns whether the text contains the command that imports the object, or a way to find an object whose ID or secret is unknown. */
export const isNamed = (text: string, name: string): boolean =>
  new RegExp(`pulumi import quartet:search:\\w+ \\S+ \\S+/${name}`).test(text) ||
  /GET \/_security\/api_key\?name=orphan /.test(text) ||
  /GET \/_connector\?service_type=\w+&index_name=content-orphans/.test(text) ||
  text.includes("Index name [content-orphans]");
