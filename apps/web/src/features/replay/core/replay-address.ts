import { LIMITS } from '@wakeline/contract/limits';
import { CORRECTIONS, type Correction } from '@wakeline/contract/replay/tracks';
import { REPLAY_LEVEL } from '@wakeline/domain/replay/replay-clock';

/** The value that colours a line; `none`: the device colour. */
export const LINE_COLORS = ['none', 'speed', 'height', 'battery', 'gsm'] as const;
export type LineColor = (typeof LINE_COLORS)[number];

/** Selectable trail lengths in minutes; null: everything since the start. */
export const TRAIL_LENGTHS = [0, 5, 10, 15, 20, 30, null] as const;
export type TrailLength = (typeof TRAIL_LENGTHS)[number];

/** The state of a replay, which the address contains completely, so that a copied link shows the same. */
export interface ReplayView {
  /** Unique, at least one. */
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both inclusive. */
  readonly start: number;
  readonly end: number;
  /** The current time; null: the start. */
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

/** The defaults for an address that contains only devices and time. */
export const DEFAULT_VIEW: Omit<ReplayView, 'trackerIds' | 'start' | 'end'> = {
  time: null,
  level: REPLAY_LEVEL.initial,
  trailMinutes: null,
  correction: 'none',
  offset: false,
  follow: null,
  color: 'none',
};

/** The view of an address; null if devices or time are missing or invalid. Other invalid values are ignored. */
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

/** The query with a view in it; other parameters, such as a share code, are kept. */
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

/** The devices of an address, also without a time; null: none, or an invalid one. */
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
