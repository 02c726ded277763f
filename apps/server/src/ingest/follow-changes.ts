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

/** The engine's in-memory copies of database rows. */
export interface EngineCaches {
  readonly registry: TrackerRegistry;
  readonly fences: FenceRegistry;
  readonly rules: RuleRegistry;
  readonly planes: PlaneRegistry;
  readonly forwards: ForwardRegistry;
  readonly races: RaceRegistry;
  readonly feeds: FeedHost;
  readonly writer: ReportWriter;
  readonly lookup: DeviceLookup;
  readonly unregistered: UnregisteredDevices;
  readonly messages: MessageRecorder;
  readonly instructions: InstructionDelivery;
}

/** Runs a job outside the pipeline: a failure is logged, and the job runs again at its next time. */
export type RunInBackground = (what: string, work: () => Promise<unknown>) => void;

/** Reloads whatever an event reports as changed. Returns a function that stops it. */
export function followChanges(
  events: EventSource,
  {
    registry,
    fences,
    rules,
    planes,
    forwards,
    races,
    feeds,
    writer,
    lookup,
    unregistered,
    messages,
    instructions,
  }: EngineCaches,
  runInBackground: RunInBackground,
): () => void {
  function clearUnknown(): void {
    lookup.clearUnknown();
    unregistered.noteRegistration();
  }

  /** Rules refer to fences and groups. */
  function refreshFences(accountId: number): void {
    runInBackground('reading changed fences', async () => {
      await fences.refresh(accountId);
      await rules.refreshReferences(accountId);
    });
  }

  const cleanups = [
    events.on('trackers', ({ accountId, changed, removed }) => {
      registry.evict(removed);
      for (const trackerId of removed) {
        writer.evict(trackerId);
        messages.remove(trackerId);
        instructions.evict(trackerId);
      }
      clearUnknown();
      runInBackground('reading changed trackers', async () => {
        await registry.refresh(changed);
        feeds.trackersChanged(accountId);
      });
    }),
    events.on('transferred', ({ to, trackerIds }) => {
      for (const trackerId of trackerIds) writer.transfer(trackerId, to);
      runInBackground('reading transferred trackers', () => registry.refresh(trackerIds));
    }),
    events.on('rights', ({ userId }) => {
      runInBackground('reading who wants notices of statuses', () => registry.refreshStatusNotices(userId));
    }),
    events.on('instructions', ({ accountId }) => {
      runInBackground('reading waiting instructions', () => instructions.refresh(accountId));
    }),
    events.on('task-notice-acknowledged', ({ accountId }) => {
      runInBackground('reading acknowledged notices', () => rules.refreshAcknowledged(accountId));
    }),
    events.on('sos-lifted', (clear) => writer.clearSos(clear)),
    events.on('account', ({ accountId }) => {
      runInBackground('reading a changed account', async () => {
        await registry.refreshAccount(accountId);
        await rules.refreshReferences(accountId);
      });
    }),
    events.on('changed', ({ what, accountId }) => {
      if (what === 'feeds') runInBackground('reading changed feeds', () => feeds.refresh(accountId));
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
      clearUnknown();
      runInBackground('reading the trackers', () => registry.load());
      runInBackground('reading the fences and rules', async () => {
        await fences.load();
        await rules.load();
      });
      runInBackground('reading the planes', () => planes.load());
      runInBackground('reading the targets', () => forwards.load());
      runInBackground('reading the matches', () => races.load());
      runInBackground('reading the feeds', () => feeds.refresh(null));
      runInBackground('reading waiting instructions', () => instructions.load());
    }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
