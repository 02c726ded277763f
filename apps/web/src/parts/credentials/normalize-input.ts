/**
 * A mainland phone number as somebody types, pastes or lets the browser fill it in: without spaces, hyphens and the
 * country's number, and no longer than the 11 digits that it has.
 */
export function normalizePhone(input: string): string {
  return input
    .replace(/[\s-]/g, '')
    .replace(/^(\+86|0086|86(?=1))/, '')
    .slice(0, 11);
}

/** A code as somebody types or pastes it: its first six digits. */
export function normalizeCode(input: string): string {
  return input.replace(/\D/g, '').slice(0, 6);
}
