import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Correction } from '@wakeline/contract/replay/tracks';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Bounds } from '../../../map/map-view.ts';
import {
  type LoadedTrack,
  NO_TRACKS,
  type TracksLoad,
  type TracksRequest,
  withoutDevices,
} from './loaded-track.ts';
import { type Ask, isInSight, partsOf, takeAsk } from './reading-plan.ts';
import { readAsk } from './track-source.ts';
import { openTracksWorker, startTracksLink, type TracksWorker } from './tracks-link.ts';
import type { LastWork } from './tracks-messages.ts';

/** Fixes of the coarse whole: of one device as many as a wide screen has room for, of several together, and of each of them. */
const COARSE_ONE = 8_000;
const COARSE_ALL = 40_000;
const COARSE_EACH = { least: 100, most: 500 };
/** Milliseconds in which no more fixes are expected than a coarse whole has: then every one is asked for at once. */
const SHORT_MS = COARSE_ONE * 1_000;

export interface TracksLoading {
  /** Goes on where it failed. */
  resume(): void;
  /** Makes the tracks anew of the same fixes. */
  correct(correction: Correction): void;
  /** These are no longer the user's. */
  withdraw(trackerIds: readonly number[]): void;
  stop(): void;
}

interface LoadingOptions {
  readonly client: Client;
  readonly request: TracksRequest;
  /** What the map shows; null: it is not known. */
  readonly area: () => Bounds | null;
  /** How a device moves. */
  readonly kindOf: (trackerId: number) => MovementKind;
  readonly onLoad: (load: TracksLoad) => void;
  /** By default a worker of the page. */
  readonly openWorker?: () => TracksWorker;
}

/**
 * Reads the tracks of a request: first a coarse whole, then every fix, what is in sight first, as many as a console keeps.
 * What fails keeps what is there.
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
  let left = partsOf(request);
  let load: TracksLoad = { ...NO_TRACKS, phase: 'loading' };
  let { correction } = request;
  let coarseIsThere = left.length <= 1 || request.end - request.start <= SHORT_MS;
  let changing: Promise<void> = Promise.resolve();

  const link = startTracksLink(openWorker(), (track) => {
    if (isOurs(track.trackerId)) tracks.set(track.trackerId, track);
  });
  const isOurs = (id: number) => !load.withdrawn.includes(id);
  const ours = () => request.trackerIds.filter(isOurs);

  function tell(change: Partial<TracksLoad>): void {
    if (stopped.signal.aborted) return;
    load = { ...load, ...change };
    onLoad(load);
  }

  /** Reads a part; answers how many fixes it had. */
  async function read(ask: Ask, points: number | null): Promise<number> {
    link.begin({ type: 'begin', ask, whole: points === null });
    await readAsk(client, request, ask, points, stopped.signal, link.bytes);
    // Those of which this was the last part are made for good.
    return link.end({ type: 'end', last: points === null ? lastWork() : null });
  }

  function lastWork(): LastWork {
    return {
      type: 'finish',
      incomplete: left.flatMap(({ trackerIds }) => trackerIds),
      correction,
      kinds: new Map(ours().map((id) => [id, kindOf(id)])),
    };
  }

  async function readCoarse(): Promise<void> {
    const trackerIds = ours();
    await read({ ...request, trackerIds }, Math.min(LIMITS.coarsePoints, coarsePoints(trackerIds.length)));
    coarseIsThere = true;
    tell({ tracks: new Map(tracks) });
  }

  function isSeen(ask: Ask): boolean {
    const looked = area();
    return looked !== null && ask.trackerIds.some((id) => isInSight(tracks.get(id)?.track, ask, looked));
  }

  /** Takes the next part out of those that are left and reads it; if that fails it is left again. */
  async function readNext(): Promise<void> {
    const before = left;
    const all = timesIn(partsOf({ ...request, trackerIds: ours() }));
    const done = all - timesIn(left);
    const next = [...left];
    const ask = takeAsk(next, isSeen, { fixes: load.count, time: done });
    if (ask === null) return;
    left = next;
    try {
      const count = load.count + (await read(ask, null));
      tell({ tracks: new Map(tracks), count, progress: 1 - timesIn(left) / all });
    } catch (error) {
      left = without(before, load.withdrawn);
      throw error;
    }
  }

  async function finish(): Promise<void> {
    await link.finish(lastWork());
    tell({ phase: 'ready', tracks: new Map(tracks), progress: 1, limited: left.length > 0 });
  }

  async function readAll(): Promise<void> {
    while (ours().length > 0) {
      try {
        if (!coarseIsThere) await readCoarse();
        while (left.length > 0 && load.count < LIMITS.replayPoints) await readNext();
        return await finish();
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (!isUnknown(error) || !(await withdrawUnknown())) return tell({ phase: 'failed', error });
      }
    }
  }

  /** The server does not say which of several devices it does not know: each is asked for by itself. */
  async function withdrawUnknown(): Promise<boolean> {
    const unknown: number[] = [];
    for (const id of ours()) {
      const probe = { ...request, trackerIds: [id] };
      await readAsk(client, request, probe, 2, stopped.signal, async () => undefined).catch(
        (error: unknown) => {
          if (isUnknown(error)) unknown.push(id);
        },
      );
    }
    withdraw(unknown);
    return unknown.length > 0;
  }

  function withdraw(trackerIds: readonly number[]): void {
    const gone = ours().filter((id) => trackerIds.includes(id));
    if (gone.length === 0) return;
    for (const id of gone) tracks.delete(id);
    left = without(left, gone);
    link.forget(gone);
    tell(withoutDevices(load, gone, request.trackerIds));
  }

  function run(work: () => Promise<void>): void {
    changing = changing.then(work);
  }

  tell({});
  run(readAll);
  return {
    resume() {
      tell({ phase: 'loading', error: null });
      run(readAll);
    },
    correct(next) {
      if (next === correction) return;
      correction = next;
      if (load.phase !== 'ready') return;
      tell({ phase: 'loading' });
      run(readAll);
    },
    withdraw,
    stop() {
      stopped.abort(new Error('other tracks are wanted'));
      link.stop();
    },
  };
}

/** How many fixes the coarse whole of so many devices has. */
function coarsePoints(devices: number): number {
  if (devices === 1) return COARSE_ONE;
  const { least, most } = COARSE_EACH;
  return devices * Math.max(least, Math.min(most, Math.floor(COARSE_ALL / devices)));
}

/** Milliseconds in all, those of each device counted. */
function timesIn(asks: readonly Ask[]): number {
  return asks.reduce((sum, { trackerIds, start, end }) => sum + (end - start + 1) * trackerIds.length, 0);
}

function without(asks: readonly Ask[], gone: readonly number[]): Ask[] {
  return asks
    .map((ask) => ({ ...ask, trackerIds: ask.trackerIds.filter((id) => !gone.includes(id)) }))
    .filter(({ trackerIds }) => trackerIds.length > 0);
}

function isUnknown(error: unknown): boolean {
  return error instanceof NamedError && error.errorName === 'tracker-unknown';
}
