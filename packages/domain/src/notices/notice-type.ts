/** Kinds of notice, under the product's own names. A report's alarms use the same names. */
export const NOTICE_TYPES = [
  'SOS',
  'VIBRATION',
  'CLOCK',
  'SAFE',
  'IN',
  'OUT',
  'OUTAGE',
  'TEARDOWN',
  'LOWPOWER',
  'OVERSPEED',
  'RUNNING',
  'STOP',
  'OFFLINE',
  'VOICE',
  'BDNOTICE',
  'RISE',
  'YAW',
] as const;

export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Kinds that no device protocol of ours and no rule produces yet. */
const NOT_MADE: ReadonlySet<NoticeType> = new Set(['CLOCK', 'SAFE', 'VOICE', 'BDNOTICE', 'RISE']);

/** What can be chosen: settings and filters offer no kind that never comes. */
export const OFFERED_NOTICE_TYPES: readonly NoticeType[] = NOTICE_TYPES.filter((type) => !NOT_MADE.has(type));
