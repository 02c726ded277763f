import type { Correction } from '@wakeline/contract/replay/tracks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import type { Bounds } from '../../../map/map-view.ts';
import { useClient } from '../../../service/client.ts';
import { loadTracks, type TracksLoading } from './load-tracks.ts';
import { NO_TRACKS, type TracksLoad, type TracksRequest, withoutDevices } from './loaded-track.ts';
import { movementKindOf } from './movement-kind.ts';

/** The loaded tracks and their request: a hidden screen still has them when it returns. */
interface LoadedRequest {
  readonly key: string;
  readonly generation: number;
  readonly correction: Correction;
  readonly load: TracksLoad;
}

/**
 * Loads the tracks of a request. A new request replaces the previous one; a new `reloadKey` loads the same one again,
 * or resumes it after a failure. A new correction rebuilds the tracks from the loaded fixes. Revoked devices are
 * removed.
 *
 * @param getVisibleBounds the visible area, which is loaded first
 */
export function useTracks(
  request: TracksRequest | null,
  reloadKey: number,
  getVisibleBounds: () => Bounds | null,
): TracksLoad {
  const client = useClient();
  const [load, setLoad] = useState<TracksLoad>(NO_TRACKS);
  /** Incremented to load everything again. */
  const [generation, setGeneration] = useState(0);
  const loading = useRef<TracksLoading | null>(null);
  const loaded = useRef<LoadedRequest | null>(null);
  const latest = useRef({ area: getVisibleBounds, correction: request?.correction ?? 'none' });
  const key =
    request === null
      ? null
      : JSON.stringify([request.trackerIds, request.start, request.end, request.shareCode]);
  const correction = request?.correction ?? 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request; the correction is handled below
  const stableRequest = useMemo(() => request, [key]);

  // Runs before the other effects, which read it.
  useEffect(() => {
    latest.current = { area: getVisibleBounds, correction };
  });

  useEffect(() => {
    if (stableRequest === null || key === null) {
      loaded.current = null;
      setLoad(NO_TRACKS);
      return;
    }
    const before = loaded.current;
    if (before?.key === key && before.generation === generation && before.load.phase === 'ready') return;
    const started = loadTracks({
      client,
      request: { ...stableRequest, correction: latest.current.correction },
      area: () => latest.current.area(),
      kindOf: (id) => stableRequest.kinds?.get(id) ?? movementKindOf(liveStore.getTracker(id)?.iconDto),
      onLoad(next) {
        loaded.current = { key, generation, correction: latest.current.correction, load: next };
        setLoad(next);
      },
    });
    loading.current = started;
    return () => {
      loading.current = null;
      started.stop();
    };
  }, [client, stableRequest, key, generation]);

  const lastReloadKey = useRef(reloadKey);
  useEffect(() => {
    if (lastReloadKey.current === reloadKey) return;
    lastReloadKey.current = reloadKey;
    const { phase, revoked } = loaded.current?.load ?? NO_TRACKS;
    // After a revocation all devices are requested again, because access may have been restored.
    if (loading.current !== null && phase === 'failed' && revoked.length === 0) loading.current.resume();
    else setGeneration((last) => last + 1);
  }, [reloadKey]);

  useEffect(() => {
    if (loading.current !== null) loading.current.correct(correction);
    // The loader was stopped when the screen was hidden.
    else if (loaded.current !== null && loaded.current.correction !== correction)
      setGeneration((last) => last + 1);
  }, [correction]);

  /** Devices in the live data when this screen was hidden. */
  const lastKnownIds = useRef<readonly number[]>([]);
  useEffect(() => {
    if (stableRequest === null || stableRequest.shareCode !== undefined) return;
    const { trackerIds } = stableRequest;
    function revoke(removedIds: readonly number[]): void {
      if (removedIds.length === 0) return;
      if (loading.current !== null) loading.current.revoke(removedIds);
      else setLoad((before) => withoutDevices(before, removedIds, trackerIds));
    }
    revoke(
      lastKnownIds.current.filter((id) => trackerIds.includes(id) && liveStore.getTracker(id) === undefined),
    );
    const stop = liveStore.subscribeChanges(({ removed }) =>
      revoke(trackerIds.filter((id) => removed.has(id))),
    );
    return () => {
      lastKnownIds.current = trackerIds.filter((id) => liveStore.getTracker(id) !== undefined);
      stop();
    };
  }, [stableRequest]);

  return load;
}
