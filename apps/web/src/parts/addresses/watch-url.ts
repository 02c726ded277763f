import { LIMITS } from '@wakeline/contract/limits';

const WATCH_PATH = '/realTimeTrace';
/** Path of a share link to a replay. */
const REPLAY_PATH = '/traceReplay';

/** What the URL asks to watch; null if nothing. */
export type WatchTarget =
  | { readonly kind: 'share'; readonly code: string }
  | { readonly kind: 'devices'; readonly trackerIds: readonly number[] };

export function parseWatchTarget(query: URLSearchParams): WatchTarget | null {
  const code = query.get('share');
  if (code !== null) return { kind: 'share', code };
  const trackerIds = (query.get('devices') ?? '')
    .split(',')
    .filter((item) => /^[1-9]\d{0,9}$/.test(item))
    .map(Number);
  const uniqueIds = [...new Set(trackerIds)].slice(0, LIMITS.trailTrackers);
  return uniqueIds.length === 0 ? null : { kind: 'devices', trackerIds: uniqueIds };
}

/** URL at which a user watches these devices. */
export function buildWatchUrl(trackerIds: readonly number[]): string {
  return `${WATCH_PATH}?devices=${trackerIds.join(',')}`;
}

/** Path and query of a share link, to the present or to a replay. */
export function buildSharePath(code: string, mode: 'present' | 'replay'): string {
  return `${mode === 'replay' ? REPLAY_PATH : WATCH_PATH}?${new URLSearchParams({ share: code })}`;
}

/** Absolute URL of a share link. */
export function buildShareUrl(code: string, mode: 'present' | 'replay'): string {
  return new URL(buildSharePath(code, mode), location.href).href;
}
