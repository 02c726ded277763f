import { collectDefaultMetrics, Registry } from 'prom-client';

/** What `/metrics` shows: the process itself (memory, event loop, collector) and whatever the parts count in it. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
