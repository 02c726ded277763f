import type { Correction } from '@wakeline/contract/replay/tracks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { liveStore } from '../../../live/live-store.ts';
import type { Bounds } from '../../../map/map-view.ts';
import { useClient } from '../../../service/client.ts';
import { loadTracks, type TracksLoading } from './load-tracks.ts';
import { NO_TRACKS, type TracksLoad, type TracksRequest, withoutDevices } from './loaded-track.ts';
import { movementOf } from './movement-of.ts';

/** What was read, and of what: a screen that was hidden and comes back has it still. */
interface Held {
  readonly key: string;
  readonly turn: number;
  readonly correction: Correction;
  readonly load: TracksLoad;
}

/**
 * Reads the tracks of a request. Another request ends the one before; another `round` of the same reads it anew, or goes on where
 * it failed. Another correction makes the tracks anew of the fixes that are there. Devices that are taken from the user go.
 *
 * @param area what the map shows now: that is read first.
 */
export function useTracks(
  request: TracksRequest | null,
  round: number,
  area: () => Bounds | null,
): TracksLoad {
  const client = useClient();
  const [load, setLoad] = useState<TracksLoad>(NO_TRACKS);
  /** Goes up when all is to be read anew. */
  const [turn, setTurn] = useState(0);
  const loading = useRef<TracksLoading | null>(null);
  const held = useRef<Held | null>(null);
  const latest = useRef({ area, correction: request?.correction ?? 'none' });
  const key =
    request === null
      ? null
      : JSON.stringify([request.trackerIds, request.start, request.end, request.shareCode]);
  const correction = request?.correction ?? 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a request is what it asks for; how it is corrected is told apart
  const asked = useMemo(() => request, [key]);

  // Before the others: they read it.
  useEffect(() => {
    latest.current = { area, correction };
  });

  useEffect(() => {
    if (asked === null || key === null) {
      held.current = null;
      setLoad(NO_TRACKS);
      return;
    }
    const before = held.current;
    if (before?.key === key && before.turn === turn && before.load.phase === 'ready') return;
    const made = loadTracks({
      client,
      request: { ...asked, correction: latest.current.correction },
      area: () => latest.current.area(),
      kindOf: (id) => asked.kinds?.get(id) ?? movementOf(liveStore.getTracker(id)?.iconDto),
      onLoad(next) {
        held.current = { key, turn, correction: latest.current.correction, load: next };
        setLoad(next);
      },
    });
    loading.current = made;
    return () => {
      loading.current = null;
      made.stop();
    };
  }, [client, asked, key, turn]);

  const rounds = useRef(round);
  useEffect(() => {
    if (rounds.current === round) return;
    rounds.current = round;
    const { phase, withdrawn } = held.current?.load ?? NO_TRACKS;
    // Who was given devices back is asked for all of them.
    if (loading.current !== null && phase === 'failed' && withdrawn.length === 0) loading.current.resume();
    else setTurn((last) => last + 1);
  }, [round]);

  useEffect(() => {
    if (loading.current !== null) loading.current.correct(correction);
    // What was read went when the screen was hidden.
    else if (held.current !== null && held.current.correction !== correction) setTurn((last) => last + 1);
  }, [correction]);

  /** Devices that the live picture had when this screen was hidden. */
  const known = useRef<readonly number[]>([]);
  useEffect(() => {
    if (asked === null || asked.shareCode !== undefined) return;
    const { trackerIds } = asked;
    function withdraw(gone: readonly number[]): void {
      if (gone.length === 0) return;
      if (loading.current !== null) loading.current.withdraw(gone);
      else setLoad((before) => withoutDevices(before, gone, trackerIds));
    }
    withdraw(known.current.filter((id) => trackerIds.includes(id) && liveStore.getTracker(id) === undefined));
    const stop = liveStore.subscribeChanges(({ removed }) =>
      withdraw(trackerIds.filter((id) => removed.has(id))),
    );
    return () => {
      known.current = trackerIds.filter((id) => liveStore.getTracker(id) !== undefined);
      stop();
    };
  }, [asked]);

  return load;
}
