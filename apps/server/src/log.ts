import pino, { type DestinationStream, type Logger } from 'pino';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';

/** Maximum lines of one message per window; further ones are only counted. */
export const MAX_LINES_PER_MESSAGE = 100;
export const WINDOW_MS = 10_000;
/** Maximum characters of a text in a line. */
export const MAX_TEXT_LENGTH = 1_000;
/** Messages with a separate count: few messages contain variable text. */
const MAX_COUNTED_MESSAGES = 1_000;

/**
 * Creates the server's log: one JSON line per event. Anyone who can reach a port can cause lines, so their length and rate
 * are limited; omitted lines are counted in a separate line.
 */
export function createLog(
  level: Config['logLevel'],
  destination?: DestinationStream,
  clock: Clock = systemClock,
): Logger {
  const counts = new Map<string, number>();
  const log = pino(
    {
      level,
      formatters: { log: shortenTexts },
      serializers: { err: (error: Error) => shortenTexts(pino.stdSerializers.err(error)) },
      hooks: {
        logMethod(args, method) {
          const texts = args.map((arg) => (typeof arg === 'string' ? shorten(arg) : arg)) as typeof args;
          const firstText = texts.find((text) => typeof text === 'string') ?? '';
          const message = counts.has(firstText) || counts.size < MAX_COUNTED_MESSAGES ? firstText : '';
          const count = (counts.get(message) ?? 0) + 1;
          counts.set(message, count);
          if (count <= MAX_LINES_PER_MESSAGE) method.apply(this, texts);
        },
      },
    },
    destination ?? pino.destination(1),
  );
  clock.every(WINDOW_MS, () => {
    const window = [...counts];
    counts.clear();
    for (const [message, count] of window) {
      const leftOut = count - MAX_LINES_PER_MESSAGE;
      if (leftOut > 0) log.warn({ message, leftOut }, 'omitted log lines above the rate limit');
    }
  });
  return log;
}

function shortenTexts<Fields extends object>(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
  );
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}
