import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';

/** Alarms under Traccar's names (org.traccar.model.Position, ALARM_*), which its clients send. */
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

/** The notices in a list of alarm names, joined by commas, and the names that the product has no notice for. */
export function readAlarms(text: string): { alarms: readonly NoticeType[]; unknownNames: readonly string[] } {
  const alarms: NoticeType[] = [];
  const unknownNames: string[] = [];
  for (const name of text.split(',').map((part) => part.trim())) {
    const notice = ALARM_NAMES.get(name) ?? NOTICE_TYPES.find((type) => type === name);
    if (notice !== undefined) alarms.push(notice);
    else if (name !== '') unknownNames.push(name);
  }
  return { alarms, unknownNames };
}

/** The opposite: a name of Traccar where there is one, else the product's own. */
export function writeAlarms(alarms: readonly NoticeType[]): string {
  const nameOf = (alarm: NoticeType) => [...ALARM_NAMES].find(([, notice]) => notice === alarm)?.[0] ?? alarm;
  return alarms.map(nameOf).join(',');
}
