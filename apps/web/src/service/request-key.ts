const KEY_BYTES = 16;

/** A random key of a request or a browser. `crypto.randomUUID` exists only on pages that are served over HTTPS. */
export function createRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
