/** `UTC+08:00` of a zone at an instant. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC');
}

/** All time zones that the browser knows, and the selected one, even if the browser does not list it. */
export function zoneOptions(selected: string, now: number): { value: string; label: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', selected]);
  return [...known].map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value, now)})`,
  }));
}
