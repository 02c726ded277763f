/**
 * Notice types with the names of the product, in listing order; alarms of a report use the same names. The number is the bit of
 * an alarm in a stored position: it never changes and is never reused.
 */
export const NOTICE_NUMBERS = {
  SOS: 0,
  EMERGENCY: 23,
  VIBRATION: 1,
  CLOCK: 2,
  SAFE: 3,
  IN: 4,
  OUT: 5,
  OUTAGE: 6,
  TEARDOWN: 7,
  LOWPOWER: 8,
  OVERSPEED: 9,
  RUNNING: 10,
  STOP: 11,
  OFFLINE: 12,
  VOICE: 13,
  BDNOTICE: 14,
  RISE: 15,
  YAW: 16,
  EXPIRING: 17,
  STAY: 18,
  IDLING: 19,
  SHIFT: 20,
  NODATA: 21,
  OVERDUE: 22,
} as const;

export type NoticeType = keyof typeof NOTICE_NUMBERS;

export const NOTICE_TYPES = Object.keys(NOTICE_NUMBERS) as [NoticeType, ...NoticeType[]];

/** Types that the server creates without a report: no device reports them. */
const WITHOUT_REPORT: ReadonlySet<NoticeType> = new Set([
  'EXPIRING',
  'STAY',
  'IDLING',
  'SHIFT',
  'NODATA',
  'OVERDUE',
]);

/** The types that a device can report as an alarm. */
export const ALARM_TYPES: readonly NoticeType[] = NOTICE_TYPES.filter((type) => !WITHOUT_REPORT.has(type));
