import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { ProcessReport, ProcessRequest } from './process/messages.ts';

const PROGRAM = join(import.meta.dirname, 'process/video-process.ts');
/** Wait before it is started again, milliseconds: doubled up to the maximum while it does not stay up. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** A process that ran for this time has started well, milliseconds. */
const STABLE_MS = 60_000;
const MEGABYTES = 256;

export interface VideoProcessOptions {
  readonly host: string;
  readonly rtmpPort: number;
  readonly maxStreams: number;
  readonly log: FastifyBaseLogger;
  /** A report; those of `listening` and its own end are handled here. */
  readonly onReport: (report: ProcessReport) => void;
  /** The process has ended with all its streams. */
  readonly onEnd: () => void;
}

/** Keeps the process of live video running. */
export class VideoProcess {
  readonly #options: VideoProcessOptions;
  #child: ChildProcess | null = null;
  #stream: { readonly flvPort: number; readonly token: string } | null = null;
  #rtmpPort: number;
  #waitMs = FIRST_WAIT_MS;
  #restart: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: VideoProcessOptions) {
    this.#options = options;
    this.#rtmpPort = options.rtmpPort;
  }

  /** Of the listener; that of the configuration until it listens. */
  get rtmpPort(): number {
    return this.#rtmpPort;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when it listens. @throws Error if it cannot */
  async start(): Promise<void> {
    const child = this.#run();
    const listening = new Promise<void>((resolve) => {
      child.on('message', (message: ProcessReport) => {
        if (message.type === 'listening') resolve();
      });
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(
        `cannot receive video on ${this.#options.host} port ${this.#options.rtmpPort} (WAKELINE_RTMP_PORT)`,
      );
    });
    await Promise.race([listening, ended]);
    ended.catch(() => undefined);
  }

  send(request: ProcessRequest): void {
    // With a callback, a closed channel raises no error event.
    this.#child?.send(request, () => undefined);
  }

  /** The FLV of a stream; null: there is none now. `lossless`: with every frame, for recordings. */
  async open(matchId: number, lossless = false): Promise<IncomingMessage | null> {
    if (this.#stream === null) return null;
    const { flvPort, token } = this.#stream;
    const path = `/${token}/${matchId}.flv${lossless ? '?lossless' : ''}`;
    const request = get({ host: '127.0.0.1', port: flvPort, path, agent: false });
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // Failures of the response reach its reader.
      request.on('error', () => undefined);
      if (response.statusCode === 200) return response;
      response.resume();
      return null;
    } catch {
      // The process has just ended.
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  #run(): ChildProcess {
    const { host, rtmpPort, maxStreams, log, onReport } = this.#options;
    const startedAt = performance.now();
    const token = randomBytes(18).toString('base64url');
    const child = fork(PROGRAM, [], {
      execArgv: [`--max-old-space-size=${MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // The server's environment contains secrets.
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    });
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log.warn({ output: text.slice(0, 2_000) }, 'output of the video process');
    });
    child.on('error', (error) => log.error({ err: error }, 'the video process cannot run'));
    child.on('message', (message: ProcessReport) => {
      if (message.type === 'listening') {
        this.#stream = { flvPort: message.flvPort, token };
        this.#rtmpPort = message.rtmpPort;
      } else onReport(message);
    });
    child.once('exit', () => this.#onExit(performance.now() - startedAt));
    this.send({ type: 'start', host, rtmpPort, maxStreams, token });
    return child;
  }

  #onExit(ranMs: number): void {
    const wasListening = this.#stream !== null;
    this.#stream = null;
    this.#options.onEnd();
    // A first start that fails is the failure of the server's start.
    if (this.#isStopped || (!wasListening && this.#waitMs === FIRST_WAIT_MS)) return;
    if (ranMs > STABLE_MS) this.#waitMs = FIRST_WAIT_MS;
    const waitMs = this.#waitMs;
    this.#options.log.error({ waitMs }, 'the video process has ended; starts it again');
    this.#restart = setTimeout(() => this.#run(), waitMs);
    this.#restart.unref();
    this.#waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  }
}
