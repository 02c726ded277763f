import { LIMITS } from '@wakeline/contract/limits';
import { CORRECTIONS, type Correction } from '@wakeline/contract/replay/tracks';
import { REPLAY_LEVEL } from '@wakeline/domain/replay/replay-clock';

/** What the colour of a line says; `none`: it is that of its device. */
export const LINE_COLORS = ['none', 'speed', 'height', 'battery', 'gsm'] as const;
export type LineColor = (typeof LINE_COLORS)[number];

/** Minutes of the wake that can be chosen; null: everything since the start. */
export const TRAIL_LENGTHS = [0, 5, 10, 15, 20, 30, null] as const;
export type TrailLength = (typeof TRAIL_LENGTHS)[number];

/** What a replay shows; all of it stands in the address, so that a copied one shows the same. */
export interface ReplayView {
  /** Each once, at least one. */
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
  /** Where the replay stands; null: at the beginning. */
  readonly time: number | null;
  /** Speed level of the replay. */
  readonly level: number;
  readonly trailMinutes: TrailLength;
  readonly correction: Correction;
  /** Whether all devices start at once, each with its first fix. */
  readonly offset: boolean;
  /** The device that is kept in view; null: none. */
  readonly follow: number | null;
  readonly color: LineColor;
}

/** What is shown where an address says no more than whose tracks and when. */
export const DEFAULT_VIEW: Omit<ReplayView, 'trackerIds' | 'start' | 'end'> = {
  time: null,
  level: REPLAY_LEVEL.initial,
  trailMinutes: null,
  correction: 'none',
  offset: false,
  follow: null,
  color: 'none',
};

/** What an address asks for; null where it says nothing that can be shown. What is wrong in the rest is as if it were left out. */
export function parseReplayView(query: URLSearchParams): ReplayView | null {
  const trackerIds = parseTrackerIds(query.get('trackerId'));
  const start = parseInteger(query.get('start'));
  const end = parseInteger(query.get('end'));
  if (trackerIds === null || start === null || end === null) return null;
  const follow = parseInteger(query.get('follow'));
  return {
    trackerIds,
    start,
    end,
    time: parseInteger(query.get('time')),
    level: Math.min(
      REPLAY_LEVEL.max,
      Math.max(REPLAY_LEVEL.min, parseInteger(query.get('speed')) ?? REPLAY_LEVEL.initial),
    ),
    trailMinutes:
      TRAIL_LENGTHS.find((minutes) => minutes !== null && String(minutes) === query.get('wake')) ?? null,
    correction: parseName(CORRECTIONS, query.get('correction')) ?? 'none',
    offset: query.get('offset') === '1',
    follow: follow !== null && trackerIds.includes(follow) ? follow : null,
    color: parseName(LINE_COLORS, query.get('color')) ?? 'none',
  };
}

/** The address's query with a view in it; what else stood there (a link code) stays. */
export function writeReplayView(query: URLSearchParams, view: ReplayView): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value);
  put('trackerId', view.trackerIds.join(','));
  put('start', String(view.start));
  put('end', String(view.end));
  put('time', view.time === null ? null : String(Math.round(view.time)));
  put('speed', view.level === REPLAY_LEVEL.initial ? null : String(view.level));
  put('wake', view.trailMinutes === null ? null : String(view.trailMinutes));
  put('correction', view.correction === 'none' ? null : view.correction);
  put('offset', view.offset ? '1' : null);
  put('follow', view.follow === null ? null : String(view.follow));
  put('color', view.color === 'none' ? null : view.color);
  return next;
}

/** The devices that an address names, also where it names no time; null: none, or one that cannot be. */
export function parseTrackerIds(text: string | null): number[] | null {
  const ids = [...new Set((text ?? '').split(',').map(parseInteger))];
  if (ids.length > LIMITS.replayTrackers) return null;
  const known = ids.filter((id): id is number => id !== null && id > 0);
  return known.length === ids.length ? known : null;
}

function parseInteger(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function parseName<Name extends string>(names: readonly Name[], text: string | null): Name | null {
  return names.find((name) => name === text) ?? null;
}
