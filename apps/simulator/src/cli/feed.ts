import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { AIS_PORT } from '@wakeline/domain/devices/feed-kinds';
import { connectFeed, serveFeed } from '../feed/feed-link.ts';
import { playLines, readFeedLines } from '../feed/play-lines.ts';
import { InputError } from '../input/input-error.ts';
import { parseNumber, parseTarget } from './option-values.ts';

/** Options of `simulate --feed`. */
export interface FeedOptions {
  readonly path: string;
  readonly token: string | null;
  readonly to: string | null;
  readonly perSecond: number;
  readonly loops: number;
}

/** Port on which ADS-B receivers serve lines. */
const SBS_PORT = 30_003;

/** Null: not for a feed. Throws an InputError that names the option. */
export function readFeedOptions(args: readonly string[]): FeedOptions | null {
  if (!args.some((arg) => arg === '--feed' || arg.startsWith('--feed='))) return null;
  const options = {
    feed: { type: 'string' },
    token: { type: 'string' },
    to: { type: 'string' },
    'per-second': { type: 'string', default: '10' },
    loops: { type: 'string', default: '1' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return {
      path: values.feed ?? '',
      token: values.token ?? null,
      to: values.to ?? null,
      perSecond: parseNumber('per-second', values['per-second'], { min: 0.1, max: 100_000 }),
      loops: parseNumber('loops', values.loops, { min: 1, max: 1_000_000, integer: true }),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError('option-unknown', error instanceof Error ? error.message : String(error));
  }
}

/** Plays the lines of a recording: AIS is sent to the server, SBS is served to it. Returns the exit code. */
export async function simulateFeed(options: FeedOptions, signal: AbortSignal): Promise<number> {
  const lines = readFeedLines(await readText(options.path));
  const [first] = lines;
  if (first === undefined) throw new InputError('file-unreadable', `${options.path} has no AIS or SBS lines`);
  const isSbs = first.startsWith('MSG,');
  const target = parseTarget(options.to ?? undefined, isSbs ? SBS_PORT : AIS_PORT);
  const link = isSbs ? await serveFeed(target, signal) : await connectFeed(target, options.token);
  try {
    const sent = await playLines({ lines, perSecond: options.perSecond, loops: options.loops }, link, signal);
    console.log(`${sent} lines sent`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    link.close();
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError('file-unreadable', error instanceof Error ? error.message : String(error));
  }
}
