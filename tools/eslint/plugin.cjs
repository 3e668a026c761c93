/** Lint rules that no package provides: a docblock on every export, and a limit of lines per function that does not apply to `describe`. */
const declarations = new Set([
  "FunctionDeclaration",
  "VariableDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "TSDeclareFunction",
]);

const nameOf = (declaration) => (declaration.declarations?.[0] ?? declaration).id?.name ?? "export";

const docblock = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { missing: "{{name}} is exported and has no docblock. Write what it returns, units, and when it fails." },
  },
  create: (context) => {
    const isDocblock = (comment) => comment.type === "Block" && comment.value.startsWith("*");
    const documented = (node) => context.sourceCode.getCommentsBefore(node).some(isDocblock);
    const isOverload = (node) => {
      const siblings = node.parent.body;
      const before = siblings[siblings.indexOf(node) - 1]?.declaration;
      return before?.type === "TSDeclareFunction" && before.id.name === node.declaration.id?.name;
    };
    return {
      ExportNamedDeclaration(node) {
        if (!declarations.has(node.declaration?.type) || documented(node) || isOverload(node)) return;
        context.report({ node, messageId: "missing", data: { name: nameOf(node.declaration) } });
      },
    };
  },
};

const isSuite = ({ parent }) =>
  parent.type === "CallExpression" &&
  /^(describe)\b/.test(parent.callee.name ?? parent.callee.object?.name ?? parent.callee.callee?.object?.name ?? "");

const functionLines = {
  meta: {
    type: "suggestion",
    schema: [{ type: "object", properties: { max: { type: "integer" } }, additionalProperties: false }],
    messages: { long: "This function has {{lines}} lines; the limit is {{max}}. Split it by subject." },
  },
  create: (context) => {
    const [{ max }] = context.options;
    const measure = (node) => {
      const lines = node.loc.end.line - node.loc.start.line + 1;
      if (lines > max && !isSuite(node)) context.report({ node, messageId: "long", data: { lines, max } });
    };
    return { FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure };
  },
};

/** The plugin for the flat config: `quartet/docblock` and `quartet/function-lines`. */
exports.quartet = { rules: { docblock, "function-lines": functionLines } };
