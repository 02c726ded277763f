import { Counter, type Registry } from 'prom-client';

/** Counts a message that arrived, by its outcome. */
export type CountReceived = (outcome: string) => void;

/** Counts the messages of satellite terminals, and refused requests, by the edge at which they arrived. */
export function createReceivedCounter(registry: Registry): Counter<'edge' | 'outcome'> {
  return new Counter({
    name: 'wakeline_satellite_received_total',
    help: 'Messages of satellite terminals that arrived, by edge and outcome',
    labelNames: ['edge', 'outcome'] as const,
    registers: [registry],
  });
}
