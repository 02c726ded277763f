import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Correction } from '@wakeline/contract/replay/tracks';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Bounds } from '../../../map/map-view.ts';
import { fetchActivitySetup } from './activity-setup.ts';
import {
  type LoadedTrack,
  NO_TRACKS,
  type TracksLoad,
  type TracksRequest,
  withoutDevices,
} from './loaded-track.ts';
import { passesThrough, splitIntoBatches, type TrackBatch, takeNextBatch } from './track-batches.ts';
import { fetchBatch } from './track-source.ts';
import { openTracksWorker, startTracksLink, type TracksWorker } from './tracks-link.ts';
import type { FinishMessage } from './tracks-messages.ts';

/**
 * Fixes of a coarse track: for a single device as many as a wide screen can display, for several devices in total and
 * each.
 */
const COARSE_SINGLE_FIXES = 8_000;
const COARSE_TOTAL_FIXES = 40_000;
const COARSE_DEVICE_FIXES = { min: 100, max: 500 };
/**
 * Time in which no more fixes are expected than a coarse track has, milliseconds: shorter requests load every fix
 * directly.
 */
const SKIP_COARSE_MS = COARSE_SINGLE_FIXES * 1_000;

export interface TracksLoading {
  /** Continues after a failure. */
  resume(): void;
  /** Builds the tracks again from the loaded fixes. */
  correct(correction: Correction): void;
  /** Removes devices that the user may no longer see. */
  revoke(trackerIds: readonly number[]): void;
  stop(): void;
}

interface LoadingOptions {
  readonly client: Client;
  readonly request: TracksRequest;
  /** The visible area of the map; null: unknown. */
  readonly area: () => Bounds | null;
  /** How a device moves. */
  readonly kindOf: (trackerId: number) => MovementKind;
  readonly onLoad: (load: TracksLoad) => void;
  /** Default: a worker of the page. */
  readonly openWorker?: () => TracksWorker;
}

/**
 * Loads the tracks of a request: first a coarse version, then every fix, the visible area first, up to the limit of a
 * console. A failure keeps what is loaded.
 */
export function loadTracks({
  client,
  request,
  area,
  kindOf,
  onLoad,
  openWorker = openTracksWorker,
}: LoadingOptions): TracksLoading {
  const stopped = new AbortController();
  const tracks = new Map<number, LoadedTrack>();
  let pending = splitIntoBatches(request);
  let load: TracksLoad = { ...NO_TRACKS, phase: 'loading' };
  let { correction } = request;
  let coarseLoaded = pending.length <= 1 || request.end - request.start <= SKIP_COARSE_MS;
  let isSetUp = false;
  let queue: Promise<void> = Promise.resolve();

  const link = startTracksLink(openWorker(), (track) => {
    if (isAccessible(track.trackerId)) tracks.set(track.trackerId, track);
  });
  const isAccessible = (id: number) => !load.revoked.includes(id);
  const accessibleIds = () => request.trackerIds.filter(isAccessible);

  function publish(change: Partial<TracksLoad>): void {
    if (stopped.signal.aborted) return;
    load = { ...load, ...change };
    onLoad(load);
  }

  /** Loads a batch; returns its number of fixes. */
  async function read(batch: TrackBatch, points: number | null): Promise<number> {
    link.startResponse({ type: 'start', batch, isFull: points === null });
    await fetchBatch(client, request, batch, points, stopped.signal, link.sendBytes);
    // Finishes the tracks for which this was the last batch.
    return link.endResponse({ type: 'end', last: points === null ? finishMessage() : null });
  }

  function finishMessage(): FinishMessage {
    return {
      type: 'finish',
      incomplete: pending.flatMap(({ trackerIds }) => trackerIds),
      correction,
      kinds: new Map(accessibleIds().map((id) => [id, kindOf(id)])),
    };
  }

  async function setUp(): Promise<void> {
    const { start, end, rule } = request;
    const setup =
      rule === undefined
        ? await fetchActivitySetup(client, { trackerIds: accessibleIds(), start, end }, stopped.signal)
        : { rule, contexts: new Map() };
    link.setUp({ type: 'setup', window: { from: start, to: end }, ...setup });
    isSetUp = true;
  }

  async function readCoarse(): Promise<void> {
    const trackerIds = accessibleIds();
    await read({ ...request, trackerIds }, Math.min(LIMITS.coarsePoints, coarsePoints(trackerIds.length)));
    coarseLoaded = true;
    publish({ tracks: new Map(tracks) });
  }

  function isInView(batch: TrackBatch): boolean {
    const visibleBounds = area();
    return (
      visibleBounds !== null &&
      batch.trackerIds.some((id) => passesThrough(tracks.get(id)?.track, batch, visibleBounds))
    );
  }

  /** Takes the next pending batch and loads it; after a failure it is pending again. */
  async function readNext(): Promise<void> {
    const before = pending;
    const all = totalDuration(splitIntoBatches({ ...request, trackerIds: accessibleIds() }));
    const done = all - totalDuration(pending);
    const next = [...pending];
    const batch = takeNextBatch(next, isInView, { fixes: load.count, time: done });
    if (batch === null) return;
    pending = next;
    try {
      const count = load.count + (await read(batch, null));
      publish({ tracks: new Map(tracks), count, progress: 1 - totalDuration(pending) / all });
    } catch (error) {
      pending = withoutTrackers(before, load.revoked);
      throw error;
    }
  }

  async function finish(): Promise<void> {
    await link.finish(finishMessage());
    publish({ phase: 'ready', tracks: new Map(tracks), progress: 1, limited: pending.length > 0 });
  }

  async function readAll(): Promise<void> {
    while (accessibleIds().length > 0) {
      try {
        if (!isSetUp) await setUp();
        if (!coarseLoaded) await readCoarse();
        while (pending.length > 0 && load.count < LIMITS.replayPoints) await readNext();
        return await finish();
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (!isTrackerUnknown(error) || !(await revokeUnknown())) return publish({ phase: 'failed', error });
      }
    }
  }

  /** The server does not report which of several devices it does not know, so each is requested separately. */
  async function revokeUnknown(): Promise<boolean> {
    const unknown: number[] = [];
    for (const id of accessibleIds()) {
      const probe = { ...request, trackerIds: [id] };
      await fetchBatch(client, request, probe, 2, stopped.signal, async () => undefined).catch(
        (error: unknown) => {
          if (isTrackerUnknown(error)) unknown.push(id);
        },
      );
    }
    revoke(unknown);
    return unknown.length > 0;
  }

  function revoke(trackerIds: readonly number[]): void {
    const revokedIds = accessibleIds().filter((id) => trackerIds.includes(id));
    if (revokedIds.length === 0) return;
    for (const id of revokedIds) tracks.delete(id);
    pending = withoutTrackers(pending, revokedIds);
    link.evict(revokedIds);
    publish(withoutDevices(load, revokedIds, request.trackerIds));
  }

  function enqueue(task: () => Promise<void>): void {
    queue = queue.then(task);
  }

  publish({});
  enqueue(readAll);
  return {
    resume() {
      publish({ phase: 'loading', error: null });
      enqueue(readAll);
    },
    correct(next) {
      if (next === correction) return;
      correction = next;
      if (load.phase !== 'ready') return;
      publish({ phase: 'loading' });
      enqueue(readAll);
    },
    revoke,
    stop() {
      stopped.abort(new Error('loading was stopped'));
      link.stop();
    },
  };
}

/** Number of fixes in the coarse tracks of `devices` devices. */
function coarsePoints(devices: number): number {
  if (devices === 1) return COARSE_SINGLE_FIXES;
  const { min, max } = COARSE_DEVICE_FIXES;
  return devices * Math.max(min, Math.min(max, Math.floor(COARSE_TOTAL_FIXES / devices)));
}

/** Total milliseconds, counted for each device. */
function totalDuration(batches: readonly TrackBatch[]): number {
  return batches.reduce((sum, { trackerIds, start, end }) => sum + (end - start + 1) * trackerIds.length, 0);
}

function withoutTrackers(batches: readonly TrackBatch[], removedIds: readonly number[]): TrackBatch[] {
  return batches
    .map((batch) => ({ ...batch, trackerIds: batch.trackerIds.filter((id) => !removedIds.includes(id)) }))
    .filter(({ trackerIds }) => trackerIds.length > 0);
}

function isTrackerUnknown(error: unknown): boolean {
  return error instanceof NamedError && error.errorName === 'tracker-unknown';
}
