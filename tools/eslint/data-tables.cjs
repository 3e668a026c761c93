/** Files that consist of data tables: the limit of 300 lines does not apply to them. Their functions keep the other limits. */
exports.dataTables = ["tests/samples/**/*.ts", "tests/**/*-table.ts", "provider/**/*-table.ts"];
