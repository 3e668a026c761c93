/** Part three: one stack with all four modules, each on its embedded emulator. */
import { serveAll } from "../../tests/emulators/all";
import { environmentOf } from "../../tests/emulators/settings";
import type { Story } from "./context";
import { change, create, destroy, unchanged } from "./context";

/** Starts the four emulators and returns the story on them; `stop` ends them and discards their state. */
export async function openLoads(): Promise<Story & { stop: () => Promise<void> }> {
  const { emulators, services, stop } = await serveAll();
  const { search, cloud, events } = emulators;
  const isLeft = (): boolean => {
    const { gateway } = cloud;
    return [search.pipelines, search.indexTemplates, gateway.services, gateway.apis, ...Object.values(events.objects)].some(
      ({ size }) => size > 0,
    );
  };
  return {
    title: "All four modules: loads of a data pipeline, routed as events through a gateway into Elasticsearch",
    example: "loads-to-search-yaml",
    server: `the four embedded emulators, ports ${services.map(({ served }) => served.port).join(", ")}`,
    environment: environmentOf(services.flatMap(({ settings }) => settings)),
    steps: [
      ["Look the warehouse up, make the way of its events from channel to data stream", create],
      ["Preview again: nothing is to be done", unchanged],
      ["Change one label in the program", change("stage", "test", "live")],
      ["Remove everything", (context) => destroy(context, isLeft)],
    ],
    stop,
  };
}
