import type { EventSource } from '../db/events.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { DeviceLookup } from './device-lookup.ts';
import type { FenceRegistry } from './fence-registry.ts';
import type { TrackerRegistry } from './registry.ts';
import type { UnregisteredDevices } from './unregistered.ts';

/** What the engine holds in memory of the database. */
export interface HeldInMemory {
  readonly registry: TrackerRegistry;
  readonly fences: FenceRegistry;
  readonly writer: BatchWriter;
  readonly lookup: DeviceLookup;
  readonly unregistered: UnregisteredDevices;
}

/** Work beside the pipeline: what fails is logged, and done again at its next time. */
export type Upkeep = (what: string, work: () => Promise<unknown>) => void;

/** Reads again what an event says has changed. Answers how to stop that. */
export function followChanges(
  events: EventSource,
  { registry, fences, writer, lookup, unregistered }: HeldInMemory,
  upkeep: Upkeep,
): () => void {
  function someChanged(): void {
    lookup.forgetUnknown();
    unregistered.someRegistered();
  }

  const endings = [
    events.on('trackers', ({ changed, removed }) => {
      registry.forget(removed);
      for (const trackerId of removed) writer.forget(trackerId);
      someChanged();
      upkeep('reading changed trackers', () => registry.refresh(changed));
    }),
    events.on('rights', ({ userId }) => {
      upkeep('reading who wants notices of statuses', () => registry.refreshStatusNotices(userId));
    }),
    events.on('sos-lifted', (lift) => writer.liftSos(lift)),
    events.on('account', ({ accountId }) => {
      upkeep('reading a changed account', () => registry.refreshAccount(accountId));
    }),
    events.on('changed', ({ what, accountId }) => {
      if (what !== 'fences') return;
      upkeep('reading changed fences', () =>
        accountId === null ? fences.load() : fences.refresh(accountId),
      );
    }),
    events.on('groups', ({ accountId }) => {
      upkeep('reading the fences of changed groups', () => fences.refresh(accountId));
    }),
    events.onGap(() => {
      someChanged();
      upkeep('reading the trackers', () => registry.load());
      upkeep('reading the fences', () => fences.load());
    }),
  ];
  return () => {
    for (const ending of endings) ending();
  };
}
