import type { NoticeType } from '@wakeline/domain/notices/notice-type';

/**
 * Commands of the comma form that are an alarm or an event (as in Traccar). Each exists three times: ZC with a position,
 * DW3 and DW4 with a position, DW5 and DW6 with cells and access points.
 */
export const COMMA_ALARMS: ReadonlyMap<string, NoticeType> = new Map(
  (
    [
      ['ZC11', 'DW31', 'DW51', 'VIBRATION'],
      ['ZC12', 'DW32', 'DW52', 'LOWPOWER'],
      ['ZC13', 'DW33', 'DW53', 'OUTAGE'],
      ['ZC17', 'DW37', 'DW57', 'TEARDOWN'],
      ['ZC25', 'DW3E', 'DW5E', 'SOS'],
      ['ZC26', 'DW3F', 'DW5F', 'TEARDOWN'],
      ['ZC27', 'DW40', 'DW60', 'LOWPOWER'],
    ] as const
  ).flatMap(([zc, withPosition, withCells, notice]) =>
    [zc, withPosition, withCells].map((command): [string, NoticeType] => [command, notice]),
  ),
);

export const IGNITION_ON: ReadonlySet<string> = new Set(['ZC15', 'DW35', 'DW55', 'ZC29', 'DW42', 'DW62']);
export const IGNITION_OFF: ReadonlySet<string> = new Set(['ZC16', 'DW36', 'DW56']);

/** Codes of BO01 and commands of the comma form that the terminal sends. */
export const WRITTEN_ALARMS: ReadonlyMap<
  NoticeType,
  { readonly code: string | null; readonly command: string | null }
> = new Map([
  ['SOS', { code: '2', command: 'DW3E' }],
  ['VIBRATION', { code: '3', command: 'DW31' }],
  ['OVERSPEED', { code: '5', command: null }],
  ['OUT', { code: '6', command: null }],
  ['LOWPOWER', { code: null, command: 'DW32' }],
  ['OUTAGE', { code: null, command: 'DW33' }],
  ['TEARDOWN', { code: null, command: 'DW37' }],
]);
