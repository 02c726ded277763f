/** A 24-bit ICAO address as hexadecimal digits. `~` marks an address that ICAO did not assign (TIS-B, ground vehicles). */
const ADDRESS = /^~?[0-9a-f]{6}$/;

/** The number of an aircraft as a device number; null: not an address, or one that no aircraft has. */
export function objectIdOf(address: string): string | null {
  const digits = address.trim().toLowerCase();
  if (!ADDRESS.test(digits) || /^~?(000000|ffffff)$/.test(digits)) return null;
  return digits.startsWith('~') ? `nonicao-${digits.slice(1)}` : `icao-${digits}`;
}
