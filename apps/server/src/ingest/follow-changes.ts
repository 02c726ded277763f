import type { EventSource } from '../db/events.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { DeviceLookup } from './device-lookup.ts';
import type { FenceRegistry } from './fence-registry.ts';
import type { MessageRecorder } from './messages/recorder.ts';
import type { TrackerRegistry } from './registry.ts';
import type { UnregisteredDevices } from './unregistered.ts';

/** The engine's in-memory copies of database rows. */
export interface EngineCaches {
  readonly registry: TrackerRegistry;
  readonly fences: FenceRegistry;
  readonly writer: BatchWriter;
  readonly lookup: DeviceLookup;
  readonly unregistered: UnregisteredDevices;
  readonly messages: MessageRecorder;
}

/** Runs a job outside the pipeline: a failure is logged, and the job runs again at its next time. */
export type RunInBackground = (what: string, work: () => Promise<unknown>) => void;

/** Reloads whatever an event reports as changed. Returns a function that stops it. */
export function followChanges(
  events: EventSource,
  { registry, fences, writer, lookup, unregistered, messages }: EngineCaches,
  runInBackground: RunInBackground,
): () => void {
  function clearUnknown(): void {
    lookup.clearUnknown();
    unregistered.noteRegistration();
  }

  const cleanups = [
    events.on('trackers', ({ changed, removed }) => {
      registry.evict(removed);
      for (const trackerId of removed) {
        writer.evict(trackerId);
        messages.remove(trackerId);
      }
      clearUnknown();
      runInBackground('reading changed trackers', () => registry.refresh(changed));
    }),
    events.on('transferred', ({ to, trackerIds }) => {
      for (const trackerId of trackerIds) writer.transfer(trackerId, to);
      runInBackground('reading transferred trackers', () => registry.refresh(trackerIds));
    }),
    events.on('rights', ({ userId }) => {
      runInBackground('reading who wants notices of statuses', () => registry.refreshStatusNotices(userId));
    }),
    events.on('sos-lifted', (clear) => writer.clearSos(clear)),
    events.on('account', ({ accountId }) => {
      runInBackground('reading a changed account', () => registry.refreshAccount(accountId));
    }),
    events.on('changed', ({ what, accountId }) => {
      if (what !== 'fences') return;
      runInBackground('reading changed fences', () =>
        accountId === null ? fences.load() : fences.refresh(accountId),
      );
    }),
    events.on('groups', ({ accountId }) => {
      runInBackground('reading the fences of changed groups', () => fences.refresh(accountId));
    }),
    events.onGap(() => {
      clearUnknown();
      runInBackground('reading the trackers', () => registry.load());
      runInBackground('reading the fences', () => fences.load());
    }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
