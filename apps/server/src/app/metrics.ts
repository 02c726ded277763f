import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What `/metrics` shows: the process itself (memory, event loop, collector) and whatever the parts count in it. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Shows how many consoles are connected. */
export function countConsoles(registry: Registry, hub: { readonly consoles: number }): void {
  new Gauge({
    name: 'wakeline_consoles',
    help: 'Consoles with an open live connection',
    registers: [registry],
    collect() {
      this.set(hub.consoles);
    },
  });
}
