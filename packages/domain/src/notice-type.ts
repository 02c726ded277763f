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
