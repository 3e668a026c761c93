/** Rejects words of the former private vocabulary in comments, names, texts and file names; docs/architecture.md#vocabulary has the terms to use. */

const { basename, relative, sep } = require("node:path");

/** The words, and what to write instead. */
const terms = {
  anew: "again",
  asker: "resourceType",
  asking: "requesting or caller",
  birth: "creation",
  born: "created",
  breach: "violation",
  breaches: "violations",
  confidant: "resource with secrets",
  confide: "pass secrets",
  confided: "secret",
  discreet: "redacted",
  hear: "record or receive",
  heard: "received or found",
  hears: "receives",
  House: "Registry, Configuration or Runtime",
  hushed: "redacted",
  intruder: "injector",
  judge: "validate",
  judged: "validated",
  judges: "validates",
  judging: "violations",
  lacks: "has no, or misses",
  Law: "a link to docs/",
  manners: "modes",
  mend: "fix",
  mended: "fixed",
  mends: "fixes",
  nobody: "no caller or no request",
  nobodys: "backgroundContext",
  passenger: "waiter",
  passengers: "waiters",
  scene: "fixture",
  scenes: "fixtures",
  somebody: "another writer",
  staged: "prepared",
  standing: "existing or applied",
  stranger: "an unknown or unexpected value",
  strangers: "unknown or unexpected values",
  strike: "fault or disturbance",
  strikes: "faults or disturbances",
  struck: "disturbed",
  surroundings: "environment",
  tells: "returns, reports or logs",
  told: "returned, reported or logged",
  untold: "omitted",
  whoever: "the caller",
  wished: "declared or requested",
};
/** Further words that the product code does not contain; tests and emulators contain them in texts of the vendors. */
const productTerms = {
  ...terms,
  answer: "response, result or body",
  answered: "returned",
  answers: "responses, results or returns",
  asked: "requested",
  asks: "requests",
  foreign: "undeclared, external, or of another writer",
  forget: "remove",
  forgets: "removes",
  knows: "has or contains",
  mine: "left or first",
  ours: "declared",
  perhaps: "maybe, or the condition",
  refuses: "rejects",
  says: "reason, or states and reports",
  theirs: "right, second or remote",
};
const patternOf = (words) => new RegExp(`\\b(${Object.keys(words).join("|")})\\b`, "g");
const pattern = patternOf(terms);
const productPattern = patternOf(productTerms);
/** Words inside of camel-case, snake-case and kebab-case names. */
const partsOf = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])|[_.-]/);

/** The rule `quartet/vocabulary`. */
exports.vocabulary = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { old: '"{{word}}" is not a term of this project. Write: {{instead}}.' },
  },
  create: (context) => {
    const isProduct = relative(context.cwd, context.filename).split(sep)[0] === "provider";
    const words = isProduct ? productTerms : terms;
    const report = (loc, word) => context.report({ loc, messageId: "old", data: { word, instead: words[word] } });
    const checkText = (node, text) => {
      for (const [word] of text.matchAll(isProduct ? productPattern : pattern)) report(node.loc, word);
    };
    const checkName = (node) => {
      const word = partsOf(node.name).find((part) => Object.hasOwn(words, part));
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
      Program: (node) => {
        context.sourceCode.getAllComments().forEach((comment) => checkText(comment, comment.value));
        checkName({ name: basename(context.filename), loc: { ...node.loc, end: node.loc.start } });
      },
      Identifier: (node) => isDeclared(node) && checkName(node),
      Literal: (node) => typeof node.value === "string" && checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.raw),
    };
  },
};
