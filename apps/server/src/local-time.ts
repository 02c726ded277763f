const formats = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-MM-dd HH:mm:ss` of an instant (epoch milliseconds) in an IANA time zone. */
export function localTime(instant: number, timeZone: string): string {
  // Making one takes some 50 microseconds, a thousand times as long as using it.
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Sweden writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
