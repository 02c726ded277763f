import type { EventSource } from '../db/events.ts';
import type { DeviceLookup } from './device-lookup.ts';
import type { FeedHost } from './feeds/feed-host.ts';
import type { FenceRegistry } from './fence-registry.ts';
import type { ForwardRegistry } from './forward-registry.ts';
import type { InstructionDelivery } from './instructions/delivery.ts';
import type { MessageRecorder } from './messages/recorder.ts';
import type { PlaneRegistry } from './plane-registry.ts';
import type { RaceRegistry } from './race-registry.ts';
import type { TrackerRegistry } from './registry.ts';
import type { ReportWriter } from './report-writer.ts';
import type { RuleRegistry } from './rule-registry.ts';
import type { UnregisteredDevices } from './unregistered.ts';

/** Runs a job outside the pipeline: a failure is logged, and the job runs again at its next time. */
export type RunInBackground = (what: string, work: () => Promise<unknown>) => void;

/** Reloads registered trackers when an event reports a change. Returns a function that stops it. */
export function followRegistryChanges(
  events: EventSource,
  registry: TrackerRegistry,
  runInBackground: RunInBackground,
): () => void {
  return stopAll([
    events.on('trackers', ({ changed, removed }) => {
      registry.evict(removed);
      runInBackground('reading changed trackers', () => registry.refresh(changed));
    }),
    events.on('transferred', ({ trackerIds }) => {
      runInBackground('reading transferred trackers', () => registry.refresh(trackerIds));
    }),
    events.on('rights', ({ userId }) => {
      runInBackground('reading who wants notices of statuses', () => registry.refreshStatusNotices(userId));
    }),
    events.on('account', ({ accountId }) => {
      runInBackground('reading a changed account', () => registry.refreshAccount(accountId));
    }),
    events.onGap(() => runInBackground('reading the trackers', () => registry.load())),
  ]);
}

/** What the side of the devices has in memory. */
export interface IntakeCaches {
  readonly registry: TrackerRegistry;
  readonly lookup: DeviceLookup;
  readonly unregistered: UnregisteredDevices;
  readonly messages: MessageRecorder;
  readonly instructions: InstructionDelivery;
  readonly feeds: FeedHost;
}

export function followIntakeChanges(
  events: EventSource,
  { registry, lookup, unregistered, messages, instructions, feeds }: IntakeCaches,
  runInBackground: RunInBackground,
): () => void {
  function clearUnknown(): void {
    lookup.clearUnknown();
    unregistered.noteRegistration();
  }
  return stopAll([
    events.on('trackers', ({ accountId, removed }) => {
      for (const trackerId of removed) {
        messages.remove(trackerId);
        instructions.evict(trackerId);
      }
      clearUnknown();
      runInBackground('binding objects of feeds to changed trackers', async () => {
        // What the registry is reading.
        await registry.refresh([]);
        feeds.trackersChanged(accountId);
      });
    }),
    events.on('instructions', ({ accountId }) => {
      runInBackground('reading waiting instructions', () => instructions.refresh(accountId));
    }),
    events.on('changed', ({ what, accountId }) => {
      if (what === 'feeds') runInBackground('reading changed feeds', () => feeds.refresh(accountId));
    }),
    events.onGap(() => {
      clearUnknown();
      runInBackground('reading the feeds', () => feeds.refresh(null));
      runInBackground('reading waiting instructions', () => instructions.load());
    }),
  ]);
}

/** What the side of the rules has in memory. */
export interface ProcessingCaches {
  readonly fences: FenceRegistry;
  readonly rules: RuleRegistry;
  readonly planes: PlaneRegistry;
  readonly forwards: ForwardRegistry;
  readonly races: RaceRegistry;
  readonly writer: ReportWriter;
  readonly registry: TrackerRegistry;
}

export function followProcessingChanges(
  events: EventSource,
  { fences, rules, planes, forwards, races, writer, registry }: ProcessingCaches,
  runInBackground: RunInBackground,
): () => void {
  /** Rules refer to fences and groups. */
  function refreshFences(accountId: number): void {
    runInBackground('reading changed fences', async () => {
      await fences.refresh(accountId);
      await rules.refreshReferences(accountId);
    });
  }
  return stopAll([
    events.on('trackers', ({ removed }) => {
      for (const trackerId of removed) writer.evict(trackerId);
    }),
    events.on('transferred', ({ to, trackerIds }) => {
      for (const trackerId of trackerIds) writer.transfer(trackerId, to);
    }),
    events.on('task-notice-acknowledged', ({ accountId }) => {
      runInBackground('reading acknowledged notices', () => rules.refreshAcknowledged(accountId));
    }),
    events.on('sos-lifted', (clear) => writer.clearSos(clear)),
    events.on('account', ({ accountId }) => {
      runInBackground('reading the rules of a changed account', async () => {
        // Rules refer to its time zone.
        await registry.refreshAccount(accountId);
        await rules.refreshReferences(accountId);
      });
    }),
    events.on('changed', ({ what, accountId }) => {
      if (accountId === null) return;
      if (what === 'fences') refreshFences(accountId);
      if (what === 'planes') runInBackground('reading changed planes', () => planes.refresh(accountId));
      if (what === 'rules' || what === 'watchTasks')
        runInBackground('reading changed rules', () => rules.refresh(accountId));
      if (what === 'routes' || what === 'labelPoints') {
        runInBackground('reading rules on changed objects', () => rules.refreshReferences(accountId));
      }
    }),
    events.on('groups', ({ accountId }) => {
      refreshFences(accountId);
      runInBackground('reading targets of changed groups', () => forwards.refreshGroups(accountId));
    }),
    events.on('match', ({ accountId }) => {
      runInBackground('reading changed matches', () => races.refresh(accountId));
    }),
    events.on('forward-targets', ({ accountId }) => {
      runInBackground('reading changed targets', () => forwards.refresh(accountId));
    }),
    events.onGap(() => {
      runInBackground('reading the fences and rules', async () => {
        await fences.load();
        await rules.load();
      });
      runInBackground('reading the planes', () => planes.load());
      runInBackground('reading the targets', () => forwards.load());
      runInBackground('reading the matches', () => races.load());
    }),
  ]);
}

function stopAll(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
