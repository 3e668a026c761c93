/** After the test framework is loaded: a test that asserts nothing fails, because it cannot fail otherwise. An `expect` in a callback that is never called counts as none. */
beforeEach(() => expect.hasAssertions());
