import pino, { type DestinationStream, type Logger } from 'pino';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';

/** Lines of one message in each window; those above are counted. */
export const MAX_LINES_PER_MESSAGE = 100;
export const WINDOW_MS = 10_000;
/** Characters of a text in a line. */
export const MAX_TEXT_LENGTH = 1_000;
/** Messages that are counted apart: few are put together from what came. */
const MAX_COUNTED_MESSAGES = 1_000;

/**
 * The log of the server: JSON, a line an event. Anybody who reaches a port can cause lines, so their length and their rate are
 * bounded; what is left out is counted in a line of its own.
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
      if (leftOut > 0) log.warn({ message, leftOut }, 'lines of the log were left out');
    }
  });
  return log;
}

function shortenTexts<Facts extends object>(fields: Facts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
  );
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length} characters)`;
}
