/** Rejects words of the former private vocabulary in comments, names and texts; docs/architecture.md#vocabulary has the terms to use. */

/** The words, and what to write instead. */
const terms = {
  anew: "again",
  asker: "resourceType",
  breach: "violation",
  breaches: "violations",
  discreet: "redacted",
  hears: "receives",
  House: "Registry, Configuration or Runtime",
  hushed: "redacted",
  judge: "validate",
  judged: "validated",
  lacks: "has no, or misses",
  Law: "a link to docs/",
  mend: "fix",
  mended: "fixed",
  mends: "fixes",
  passengers: "waiters",
  tells: "returns, reports or logs",
  told: "returned, reported or logged",
  whoever: "the caller",
};
const pattern = new RegExp(`\\b(${Object.keys(terms).join("|")})\\b`, "g");
/** Words inside of camel-case and snake-case names. */
const partsOf = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])|_/);

/** The rule `quartet/vocabulary`. */
exports.vocabulary = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { old: '"{{word}}" is not a term of this project. Write: {{instead}}.' },
  },
  create: (context) => {
    const report = (loc, word) => context.report({ loc, messageId: "old", data: { word, instead: terms[word] } });
    const checkText = (node, text) => {
      for (const [word] of text.matchAll(pattern)) report(node.loc, word);
    };
    const checkName = (node) => {
      const word = partsOf(node.name).find((part) => Object.hasOwn(terms, part));
      if (word !== undefined) report(node.loc, word);
    };
    const isDeclared = ({ parent }) =>
      [
        "VariableDeclarator",
        "FunctionDeclaration",
        "ClassDeclaration",
        "TSInterfaceDeclaration",
        "TSTypeAliasDeclaration",
        "Property",
        "TSPropertySignature",
      ].includes(parent.type);
    return {
      Program: () => context.sourceCode.getAllComments().forEach((comment) => checkText(comment, comment.value)),
      Identifier: (node) => isDeclared(node) && checkName(node),
      Literal: (node) => typeof node.value === "string" && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
    };
  },
};
