import { createHash } from 'node:crypto';

/** Requests that are kept: more in the window than a WeChat account has, and at most 2 MB. */
const MAX_REQUESTS = 10_000;

export interface Replays {
  /** The same request again is a repeated delivery; another one with the same nonce is an attack. */
  find(nonce: string, body: Buffer): 'repeated' | 'replayed' | null;
  /** Keeps a request that was processed. */
  add(nonce: string, body: Buffer, now: number): void;
}

/** Keeps the processed requests of a time window, with their nonces: the plain mode of WeChat does not sign the body. */
export function createReplays(windowMs: number): Replays {
  const requests = new Map<string, { readonly digest: string; readonly at: number }>();
  const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('base64');
  return {
    find(nonce, body) {
      const known = requests.get(nonce);
      if (known === undefined) return null;
      return known.digest === digestOf(body) ? 'repeated' : 'replayed';
    },
    add(nonce, body, now) {
      requests.delete(nonce);
      requests.set(nonce, { digest: digestOf(body), at: now });
      for (const [key, { at }] of requests) {
        if (requests.size <= MAX_REQUESTS && now - at <= windowMs) break;
        requests.delete(key);
      }
    },
  };
}
