import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { StorageOperation } from '../files/file-storage.ts';

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

/** Adds the states that consoles received. */
export function countSentStates(
  registry: Registry,
  { sentStates }: { readonly sentStates: { readonly messages: number; readonly bytes: number } },
): void {
  const registers = [registry];
  new Counter({
    name: 'wakeline_state_messages_total',
    help: 'Messages with states of trackers that were sent to consoles',
    registers,
    collect() {
      this.reset();
      this.inc(sentStates.messages);
    },
  });
  new Counter({
    name: 'wakeline_state_bytes_total',
    help: 'Bytes of the messages with states of trackers that were sent to consoles',
    registers,
    collect() {
      this.reset();
      this.inc(sentStates.bytes);
    },
  });
}

/** Counts the requests to the bucket of the stored files that failed. Returns the function that counts one. */
export function countStorageFailures(registry: Registry): (operation: StorageOperation) => void {
  const counter = new Counter({
    name: 'wakeline_file_storage_failures_total',
    help: 'Requests to the bucket of the stored files that failed after their retries, by operation',
    labelNames: ['operation'] as const,
    registers: [registry],
  });
  return (operation) => counter.inc({ operation });
}

/** Counts batch tasks; one that is cancelled before its start is not counted. */
export function createTaskCounter(registry: Registry): Counter<'kind' | 'outcome'> {
  return new Counter({
    name: 'wakeline_tasks_total',
    help: 'Batch tasks that this server ran to their end, by outcome',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
}

/** Counts the text messages that the SMS gateway delivered. */
export function createInboundSmsCounter(registry: Registry): Counter<'outcome'> {
  return new Counter({
    name: 'wakeline_inbound_sms_total',
    help: 'Text messages that the SMS gateway delivered, by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
}

/** Counts what people wrote to satellite terminals by e-mail and WeChat. */
export function createPeerMessageCounter(registry: Registry): Counter<'edge' | 'outcome'> {
  return new Counter({
    name: 'wakeline_peer_messages_total',
    help: 'E-mails and WeChat messages to satellite terminals that arrived, by edge and outcome',
    labelNames: ['edge', 'outcome'] as const,
    registers: [registry],
  });
}
