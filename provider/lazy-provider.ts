// A provider whose code is loaded with its first call, so that the plugin's version and the schema are returned without it.
import type { Provider } from "./provider";

/** The version of a provider, which is known before it is loaded, and how it is loaded. */
interface LazyProviderOptions {
  version: string;
  /** Called once; a failure is the result of every call. */
  load(): Promise<Provider>;
}

/** Creates a provider that passes each call on, and loads the target with the first one. */
export function lazyProvider({ version, load }: LazyProviderOptions): Provider {
  let loaded: Provider | undefined;
  let loading: Promise<Provider> | undefined;
  const target = (): Promise<Provider> => (loading ??= load().then((provider) => (loaded = provider)));
  const use = <T>(call: (provider: Provider) => Promise<T>): Promise<T> => (loaded ? call(loaded) : target().then(call));
  return {
    version,
    checkConfig: (news) => use((provider) => provider.checkConfig(news)),
    diffConfig: (old, news, ignore) => use((provider) => provider.diffConfig(old, news, ignore)),
    configure: (args) => use((provider) => provider.configure(args)),
    invoke: (request, context) => use((provider) => provider.invoke(request, context)),
    call: (request, context) => use((provider) => provider.call(request, context)),
    check: (request, context) => use((provider) => provider.check(request, context)),
    diff: (request) => use((provider) => provider.diff(request)),
    create: (request, context) => use((provider) => provider.create(request, context)),
    read: (request, context) => use((provider) => provider.read(request, context)),
    update: (request, context) => use((provider) => provider.update(request, context)),
    delete: (request, context) => use((provider) => provider.delete(request, context)),
    list: async function* (request, context) {
      yield* (await target()).list(request, context);
    },
    // Without a configuration there are no secrets.
    redact: (text) => loaded?.redact(text) ?? text,
  };
}
