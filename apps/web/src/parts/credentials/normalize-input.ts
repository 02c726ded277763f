/**
 * Normalises a mainland China phone number as typed, pasted or filled in by the browser: removes spaces, hyphens and
 * the country code, and cuts it to 11 digits.
 */
export function normalizePhone(input: string): string {
  return input
    .replace(/[\s-]/g, '')
    .replace(/^(\+86|0086|86(?=1))/, '')
    .slice(0, 11);
}

/** The first six digits of a typed or pasted code. */
export function normalizeCode(input: string): string {
  return input.replace(/\D/g, '').slice(0, 6);
}
