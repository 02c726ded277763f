import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The registry of `/metrics`: process metrics (memory, event loop, garbage collection) and those the modules add. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Adds the number of connected consoles. */
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
