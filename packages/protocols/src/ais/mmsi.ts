import type { FeedObjectKind } from '../feeds/feed-message.ts';

/** Numbers that unconfigured transponders send: none, 0x123456 and 123456789. */
const NOT_CONFIGURED: ReadonlySet<number> = new Set([0, 1_193_046, 123_456_789]);

/** Whether a Maritime Mobile Service Identity can belong to one object. */
export function isUsableMmsi(mmsi: number): boolean {
  return mmsi <= 999_999_999 && !NOT_CONFIGURED.has(mmsi);
}

/** What an object is by its number (ITU-R M.585-9, annex 1 and 2). */
export function kindOfMmsi(mmsi: number): FeedObjectKind {
  const digits = formatMmsi(mmsi);
  if (digits.startsWith('00')) return 'station';
  if (digits.startsWith('111')) return 'aircraft';
  if (digits.startsWith('99')) return 'aid';
  // AIS-SART, man overboard device and EPIRB-AIS.
  if (/^97[024]/.test(digits)) return 'distress';
  return 'vessel';
}

/** Nine digits, with leading zeros as for coast stations. */
export function formatMmsi(mmsi: number): string {
  return String(mmsi).padStart(9, '0');
}
