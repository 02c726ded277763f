import { timingSafeEqual } from 'node:crypto';

/** Whether what was shown is the secret. How long the comparison takes says nothing of where they differ. */
export function sameSecret(shown: string, expected: string): boolean {
  const a = Buffer.from(shown);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
