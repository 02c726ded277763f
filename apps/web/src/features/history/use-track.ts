import { appendPart, startTrack, type Track, toTrack } from '@wakeline/domain/track';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../service/client.ts';

/** How far the reading of a track has come. */
export interface TrackLoad {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** What has been read so far; null before the first part. */
  readonly track: Track | null;
  /** Fixes read. */
  readonly count: number;
  /** Share of the time window that is read, 0 to 1. */
  readonly progress: number;
  readonly error: unknown;
}

export interface TrackRequest {
  readonly trackerId: number;
  readonly start: number;
  readonly end: number;
}

const IDLE: TrackLoad = { phase: 'idle', track: null, count: 0, progress: 0, error: null };

/** Fixes in one answer: some 3 MB, so that progress is seen and stopping is felt. */
const PART = 20_000;

/** Reads the track of a request part by part. Another request, or another `round` of the same, ends the one before. */
export function useTrack(request: TrackRequest | null, round: number): TrackLoad {
  const client = useClient();
  const [load, setLoad] = useState<TrackLoad>(IDLE);
  const { trackerId, start, end } = request ?? {};
  /** What has been read to its end: a screen that was hidden and comes back has it still. */
  const held = useRef<string | null>(null);

  useEffect(() => {
    if (trackerId === undefined || start === undefined || end === undefined) {
      held.current = null;
      setLoad(IDLE);
      return;
    }
    const wanted = [trackerId, start, end, round].join(' ');
    if (held.current === wanted) return;
    held.current = null;
    const stopped = new AbortController();
    const builder = startTrack();
    let drawn = 0;

    async function read(window: TrackRequest): Promise<void> {
      let from: number | null = window.start;
      while (from !== null) {
        const {
          points,
          nextTime,
        }: { points: readonly Parameters<typeof appendPart>[1][number][]; nextTime: number | null } =
          await client.call(
            'getTrackPartByTime',
            { trackerId: window.trackerId, startTime: from, endTime: window.end, limit: PART },
            { signal: stopped.signal },
          );
        appendPart(builder, points);
        from = nextTime;
        const last = from === null;
        if (last) held.current = wanted;
        // Columns are made anew from all fixes: only when there are twice as many, and at the end.
        const draw = last || builder.length >= drawn * 2;
        if (draw) drawn = builder.length;
        setLoad((before) => ({
          phase: last ? 'ready' : 'loading',
          track: draw ? toTrack(builder) : before.track,
          count: builder.length,
          progress: last ? 1 : ((from ?? window.end) - window.start) / (window.end - window.start),
          error: null,
        }));
      }
    }

    setLoad({ ...IDLE, phase: 'loading' });
    read({ trackerId, start, end }).catch((error: unknown) => {
      if (stopped.signal.aborted) return;
      // What was read stays and can be looked at.
      setLoad((before) => ({
        ...before,
        phase: 'failed',
        track: builder.length > 0 ? toTrack(builder) : null,
        error,
      }));
    });
    return () => stopped.abort(new Error('another track is wanted'));
  }, [client, trackerId, start, end, round]);

  return load;
}
