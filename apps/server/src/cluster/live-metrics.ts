import { Counter, type Registry } from 'prom-client';

/** Metrics of the live updates between processes. */
export function createLiveMetrics(registry: Registry) {
  const registers = [registry];
  return {
    messages: new Counter({
      name: 'wakeline_live_messages_total',
      help: 'Messages with changes of commits to the processes that serve consoles, by outcome: published, dropped',
      labelNames: ['outcome'] as const,
      registers,
    }),
    gaps: new Counter({
      name: 'wakeline_live_gaps_total',
      help: 'Readings of the changes of an account from the database because messages may be missing',
      registers,
    }),
  };
}

export type LiveMetrics = ReturnType<typeof createLiveMetrics>;
