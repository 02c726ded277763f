import { ALARM_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';

/** Alarm names of Traccar (org.traccar.model.Position, ALARM_*), which its clients send. */
const ALARM_NAMES: ReadonlyMap<string, NoticeType> = new Map([
  ['sos', 'SOS'],
  ['vibration', 'VIBRATION'],
  ['movement', 'VIBRATION'],
  ['tow', 'VIBRATION'],
  ['accident', 'VIBRATION'],
  ['overspeed', 'OVERSPEED'],
  ['lowBattery', 'LOWPOWER'],
  ['lowPower', 'LOWPOWER'],
  ['powerCut', 'OUTAGE'],
  ['geofenceEnter', 'IN'],
  ['geofenceExit', 'OUT'],
  ['tampering', 'TEARDOWN'],
  ['removing', 'TEARDOWN'],
]);

/** Parses comma-separated alarm names into notice types and names without a notice type. */
export function readAlarms(text: string): { alarms: readonly NoticeType[]; unknownNames: readonly string[] } {
  const alarms: NoticeType[] = [];
  const unknownNames: string[] = [];
  for (const name of text.split(',').map((entry) => entry.trim())) {
    const notice = ALARM_NAMES.get(name) ?? ALARM_TYPES.find((type) => type === name);
    if (notice !== undefined) alarms.push(notice);
    else if (name !== '') unknownNames.push(name);
  }
  return { alarms, unknownNames };
}

/** The inverse of `readAlarms`: names of Traccar if available, else the notice type. */
export function writeAlarms(alarms: readonly NoticeType[]): string {
  const nameOf = (alarm: NoticeType) => [...ALARM_NAMES].find(([, notice]) => notice === alarm)?.[0] ?? alarm;
  return alarms.map(nameOf).join(',');
}
