/**
 * Kinds of notice, under the product's own names, in the order in which they are listed; a report's alarms use the same names.
 * The number is the bit of an alarm in a stored position: it never changes and is never used again.
 */
export const NOTICE_NUMBERS = {
  SOS: 0,
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
} as const;

export type NoticeType = keyof typeof NOTICE_NUMBERS;

export const NOTICE_TYPES = Object.keys(NOTICE_NUMBERS) as [NoticeType, ...NoticeType[]];

/** Kinds that no device protocol of ours and no rule produces yet. */
const NOT_PRODUCED: ReadonlySet<NoticeType> = new Set(['CLOCK', 'SAFE', 'VOICE', 'BDNOTICE', 'RISE']);

/** What can be chosen: settings and filters offer no kind that never comes. */
export const OFFERED_NOTICE_TYPES: readonly NoticeType[] = NOTICE_TYPES.filter(
  (type) => !NOT_PRODUCED.has(type),
);
