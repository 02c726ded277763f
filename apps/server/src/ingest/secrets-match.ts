import { timingSafeEqual } from 'node:crypto';

/** Whether what was shown is the secret. How long the comparison takes says nothing of where they differ. */
export function secretsMatch(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
