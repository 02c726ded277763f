import { useQuery } from '@tanstack/react-query';
import { type EventPage, eventSplits } from '@wakeline/contract/matches/event-page';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../service/client.ts';
import type { EventRacer } from '../event-model.ts';
import type { EventState } from '../event-store.ts';
import { loadEventTracks } from './event-tracks.ts';
import { type ReplayData, type ReplayMode, replayBounds, replayState } from './replay-state.ts';

/** Milliseconds between two drawings: the ranking need not be computed with each frame. */
const STEP_MS = 100;
export const REPLAY_SPEEDS = [1, 2, 5, 10, 20, 50, 100] as const;
const INITIAL_SPEED = 20;

interface ReplaySource {
  readonly code: string;
  /** `/service/live/event/CODE` */
  readonly address: string;
  readonly page: EventPage;
  readonly racers: ReadonlyMap<number, EventRacer>;
  /** The last known standings. */
  readonly standings: EventState['standings'];
}

/** A replay of the race: what is displayed, and what the user does with it. */
export interface Replay {
  /** Null while it loads. */
  readonly state: EventState | null;
  readonly error: unknown;
  readonly time: number;
  readonly bounds: { readonly start: number; readonly end: number };
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly mode: ReplayMode;
  readonly retry: () => void;
  readonly seek: (time: number) => void;
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setMode: (mode: ReplayMode) => void;
}

/** @param isOpen whether the replay is displayed: its tracks are then requested */
export function useReplay(source: ReplaySource, isOpen: boolean): Replay {
  const { code, address, page, racers, standings } = source;
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['event-replay', code, page.revision],
    async queryFn({ signal }) {
      const response = await fetch(`${address}/splits`, { cache: 'no-cache', signal });
      const { splits, decisions } = eventSplits.parse(await response.json());
      return { splits, decisions, tracks: await loadEventTracks(client, code, signal) };
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const latestStandings = useRef(standings);
  latestStandings.current = standings;
  const replay = useMemo<ReplayData | null>(
    () =>
      data === undefined
        ? null
        : {
            ...{ page, racers, tracks: data.tracks, standings: latestStandings.current },
            splits: new Map(data.splits.map(({ id, passings }) => [id, passings])),
            decisions: Map.groupBy(data.decisions, ({ id }) => id),
          },
    [data, page, racers],
  );
  const [mode, setMode] = useState<ReplayMode>('real');
  const [speed, setSpeed] = useState<number>(INITIAL_SPEED);
  const [isPlaying, setPlaying] = useState(true);
  const bounds = useMemo(
    () =>
      replay === null ? { start: page.startTime, end: page.startTime + 1_000 } : replayBounds(replay, mode),
    [replay, mode, page.startTime],
  );
  const [requested, setTime] = useState<number | null>(null);
  const time = Math.min(bounds.end, Math.max(bounds.start, requested ?? bounds.start));
  const isRunning = isOpen && isPlaying && replay !== null && time < bounds.end;

  useEffect(() => {
    if (!isRunning) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const step = (now - last) * speed;
      last = now;
      setTime((current) => Math.min(bounds.end, (current ?? bounds.start) + step));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning, speed, bounds]);

  const state = useMemo(
    () => (isOpen && replay !== null ? replayState(replay, time, mode) : null),
    [isOpen, replay, time, mode],
  );
  return {
    ...{ state, error, time, bounds, speed, mode },
    isPlaying: isPlaying && time < bounds.end,
    retry: () => void refetch(),
    seek: setTime,
    setPlaying(next) {
      // At the end, playing starts again.
      if (next && time >= bounds.end) setTime(bounds.start);
      setPlaying(next);
    },
    setSpeed,
    setMode(next) {
      setMode(next);
      setTime(null);
    },
  };
}
