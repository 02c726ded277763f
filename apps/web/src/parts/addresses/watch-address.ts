import { LIMITS } from '@wakeline/contract/limits';

const PATH = '/realTimeTrace';
/** Where a link to a replay leads. */
const REPLAY_PATH = '/traceReplay';

/** What the address of a watch asks for; null where it names nothing. */
export type WatchAddress =
  | { readonly kind: 'share'; readonly code: string }
  | { readonly kind: 'devices'; readonly trackerIds: readonly number[] };

export function readWatch(query: URLSearchParams): WatchAddress | null {
  const code = query.get('share');
  if (code !== null) return { kind: 'share', code };
  const trackerIds = (query.get('devices') ?? '')
    .split(',')
    .filter((part) => /^[1-9]\d{0,9}$/.test(part))
    .map(Number);
  const once = [...new Set(trackerIds)].slice(0, LIMITS.trailTrackers);
  return once.length === 0 ? null : { kind: 'devices', trackerIds: once };
}

/** Address at which a user watches these devices. */
export function watchAddress(trackerIds: readonly number[]): string {
  return `${PATH}?devices=${trackerIds.join(',')}`;
}

/** Path and query of a share link: to the present, or to a replay. */
export function sharePath(code: string, shows: 'present' | 'replay'): string {
  return `${shows === 'replay' ? REPLAY_PATH : PATH}?${new URLSearchParams({ share: code })}`;
}

/** Whole address of a share link. */
export function shareAddress(code: string, shows: 'present' | 'replay'): string {
  return new URL(sharePath(code, shows), location.href).href;
}
