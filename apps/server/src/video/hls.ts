import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

/** Seconds of a segment (longer with rarer key frames), and segments of the playlist. */
const SEGMENT_SECONDS = 2;
const SEGMENTS = 6;
/** Until ffmpeg is started again while its stream is live, milliseconds. */
const RETRY_MS = 5_000;

/** The list of segments, and a segment, as ffmpeg names them. */
export const HLS_PLAYLIST = 'index.m3u8';
export const HLS_SEGMENT = /^s\d{1,9}\.ts$/;

export interface HlsOptions {
  /** Path of ffmpeg. */
  readonly ffmpeg: string;
  /** Folder of the segments. */
  readonly folder: string;
  readonly log: FastifyBaseLogger;
  readonly open: (matchId: number) => Promise<IncomingMessage | null>;
}

/** Cuts live streams into segments of HLS with ffmpeg, which copies audio and video. For browsers without Media Source Extensions. */
export class Hls {
  readonly #options: HlsOptions;
  readonly #running = new Map<number, AbortController>();
  readonly #work = new Set<Promise<void>>();

  constructor(options: HlsOptions) {
    this.#options = options;
  }

  /** Removes what a server that was ended has left. */
  async clear(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true });
  }

  start(matchId: number): void {
    const stop = new AbortController();
    this.#running.set(matchId, stop);
    const work = this.#segment(matchId, stop.signal)
      .catch((error: unknown) => this.#options.log.error({ err: error, matchId }, 'HLS failed'))
      .finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  stop(matchId: number): void {
    this.#running.get(matchId)?.abort();
    this.#running.delete(matchId);
  }

  async close(): Promise<void> {
    for (const stop of this.#running.values()) stop.abort();
    await Promise.all(this.#work);
  }

  /** Path of a file of a live stream. */
  pathOf(matchId: number, name: string): string {
    return join(this.#options.folder, String(matchId), name);
  }

  async #segment(matchId: number, signal: AbortSignal): Promise<void> {
    const folder = join(this.#options.folder, String(matchId));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    while (!signal.aborted) {
      const stream = await this.#options.open(matchId);
      if (stream !== null) await this.#run(folder, stream, signal);
      if (!signal.aborted) await wait(RETRY_MS, signal);
    }
    await rm(folder, { recursive: true, force: true });
  }

  async #run(folder: string, stream: IncomingMessage, signal: AbortSignal): Promise<void> {
    const child = spawn(this.#options.ffmpeg, hlsArguments(), {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH },
    });
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    const output = collect(child);
    child.stdin?.on('error', () => undefined);
    // Streams end with their publisher; ffmpeg then ends, too.
    stream.on('error', () => undefined);
    if (child.stdin !== null) stream.pipe(child.stdin);
    try {
      await once(child, 'exit');
    } finally {
      signal.removeEventListener('abort', kill);
      stream.destroy();
    }
    if (!signal.aborted && child.exitCode !== 0)
      this.#options.log.warn({ output: output() }, 'ffmpeg has ended');
  }
}

function hlsArguments(): readonly string[] {
  return [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'flv', '-i', 'pipe:0', '-c', 'copy', '-f', 'hls'],
    ...['-hls_time', String(SEGMENT_SECONDS), '-hls_list_size', String(SEGMENTS)],
    ...['-hls_flags', 'delete_segments+independent_segments+append_list'],
    ...['-hls_segment_filename', 's%d.ts', HLS_PLAYLIST],
  ];
}

function collect({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-2_000);
  });
  return () => text;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
