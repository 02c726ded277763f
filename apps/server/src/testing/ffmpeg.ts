import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Path of a program; null: it is not installed. */
function find(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
export const FFMPEG = find('ffmpeg');
const FFPROBE = find('ffprobe');

/** The clock in the picture: bars of this width in pixels, the first one changes every `CLOCK_STEP_MS`. */
export const CLOCK_BARS = 20;
export const CLOCK_BAR_WIDTH = 32;
export const CLOCK_STEP_MS = 20;

/** The time of the computer as bits of white and black bars: `floor(ms / CLOCK_STEP_MS)`, the lowest bit first. */
const CLOCK_FILTER = [
  'setpts=RTCTIME/(TB*1000000)',
  `geq=lum='255*mod(floor(T*1000/${CLOCK_STEP_MS}/pow(2,floor(X/${CLOCK_BAR_WIDTH}))),2)':cb=128:cr=128`,
  'setpts=PTS-STARTPTS',
].join(',');

/** An encoder that sends a test picture with sound in real time. */
export class Encoder {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  output = '';

  /**
   * @param url with the stream key
   * @param options `clock`: the picture has the time of the computer, see `CLOCK_BARS`
   */
  constructor(url: string, { clock = false } = {}) {
    if (FFMPEG === null) throw new Error('ffmpeg is not installed');
    const picture = clock
      ? [...['-re', '-f', 'lavfi', '-i', `color=size=640x120:rate=25`], ...['-vf', CLOCK_FILTER]]
      : ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25'];
    const sound = clock ? [] : ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];
    this.#child = spawn(
      FFMPEG,
      [
        ...['-hide_banner', '-loglevel', 'error', '-nostdin', ...picture, ...sound],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
        ...['-g', '25', '-b:v', '800k', '-c:a', 'aac', '-f', 'flv', url],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    this.#exit = once(this.#child, 'exit');
  }

  /** Ends it as the user of an encoder does. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.#exit;
  }

  /** Resolves with its output when it has ended alone. */
  async ended(): Promise<string> {
    await this.#exit;
    return this.output;
  }
}

/** What ffprobe reads from a file or address. */
export interface Probed {
  readonly streams: readonly { readonly codec_name: string; readonly nb_read_packets?: string }[];
  readonly format: { readonly format_name: string; readonly duration?: string };
}

/** @param options more options of ffprobe */
export async function probe(input: string, options: readonly string[] = []): Promise<Probed> {
  if (FFPROBE === null) throw new Error('ffprobe is not installed');
  const output = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json'];
  const { stdout } = await promisify(execFile)(FFPROBE, [...output, ...options, input], { timeout: 60_000 });
  return JSON.parse(stdout);
}
