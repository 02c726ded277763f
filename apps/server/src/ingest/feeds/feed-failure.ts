import type { FeedError } from '@wakeline/contract/trackers/feeds';

/** System error codes and what users read. */
const ERRORS: Readonly<Record<string, FeedError>> = {
  ADDRESS_REFUSED: 'address-refused',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  ETIMEDOUT: 'timeout',
};

/** The error of a feed for an error of a socket or request. */
export function toFeedError(error: unknown): FeedError {
  const code = String(Object(error).code ?? '');
  const known = ERRORS[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'unreachable';
}

/** Milliseconds before the next attempt after this number of failures in a row: 1 s to 1 min. */
export function retryDelay(failures: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(failures - 1, 6));
}
