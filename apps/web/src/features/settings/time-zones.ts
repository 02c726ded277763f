/** `UTC+08:00` of a zone at an instant. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC');
}

/** Every time zone that the browser knows, and the chosen one, whatever the browser calls it. */
export function zoneOptions(chosen: string, now: number): { value: string; label: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...known].map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value, now)})`,
  }));
}
