const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in the largest unit that fits, for "2 min ago". */
export interface RelativeTime {
  readonly unit: 'now' | 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** Ages below this, and times ahead of this clock, are shown as "now". */
const NOW_MS = 5 * SECOND;

/** Age of `time` at `now`, both epoch milliseconds. */
export function toRelativeTime(time: number, now: number): RelativeTime {
  const age = now - time;
  if (age < NOW_MS) return { unit: 'now', count: 0 };
  if (age < MINUTE) return { unit: 'seconds', count: Math.floor(age / SECOND) };
  if (age < HOUR) return { unit: 'minutes', count: Math.floor(age / MINUTE) };
  if (age < DAY) return { unit: 'hours', count: Math.floor(age / HOUR) };
  return { unit: 'days', count: Math.floor(age / DAY) };
}

/** Days, hours, minutes and seconds of a span in milliseconds; rounded to seconds, negative spans are 0. */
export interface Span {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export function toSpan(milliseconds: number): Span {
  const total = Math.max(0, Math.round(milliseconds / SECOND) * SECOND);
  return {
    days: Math.floor(total / DAY),
    hours: Math.floor((total % DAY) / HOUR),
    minutes: Math.floor((total % HOUR) / MINUTE),
    seconds: (total % MINUTE) / SECOND,
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes about 50 µs and a table formats thousands of times, so one per zone is cached. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

function getDateParts(time: number, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
}

/** `yyyy-MM-dd HH:mm:ss` in an IANA time zone. */
export function formatDateTime(time: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = getDateParts(time, timeZone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** `HH:mm:ss` in an IANA time zone. */
export function formatTimeOfDay(time: number, timeZone: string): string {
  return formatDateTime(time, timeZone).slice(11);
}

/** `MM-dd` in an IANA time zone. */
export function formatMonthDay(time: number, timeZone: string): string {
  return formatDateTime(time, timeZone).slice(5, 10);
}
