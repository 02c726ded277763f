import { join } from 'node:path';
import { VIDEO_HEARTBEAT_MS } from '@wakeline/domain/races/video-state';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { Files } from '../files/files.ts';
import { findMatch } from '../races/find-match.ts';
import { Hls } from './hls.ts';
import type { ProcessReport } from './process/messages.ts';
import { Recorder } from './recorder.ts';
import type { VideoConfig } from './video-config.ts';
import { VideoProcess } from './video-process.ts';
import {
  type AuthorizedKey,
  authorizeKey,
  noteStart,
  noteStop,
  noteStreams,
  readVideo,
} from './video-rows.ts';
import { Viewers } from './viewers.ts';

export interface VideoServiceOptions {
  readonly db: Db;
  readonly files: Files;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Listen address of RTMP. */
  readonly host: string;
  /** Folder for recordings and segments that are being written. */
  readonly folder: string;
  readonly config: VideoConfig;
}

interface LiveMatch {
  readonly accountId: number;
  bitrate: number | null;
}

/** Whether the public page of a match exists: drafts are only for their organiser. */
export function isPublicMatch({ state }: { readonly state: string }): boolean {
  return state !== 'draft';
}

/** Receives the live video of this server: who publishes, what state it has, recordings, viewers. */
export class VideoService {
  readonly viewers: Viewers;
  readonly hls: Hls | null;
  readonly #options: VideoServiceOptions;
  readonly #process: VideoProcess;
  readonly #recorder: Recorder;
  readonly #live = new Map<number, LiveMatch>();
  /** The last key that was accepted for a match. */
  readonly #accepted = new Map<number, AuthorizedKey>();
  /** Changes of one match are applied in their order. */
  readonly #queues = new Map<number, Promise<void>>();
  readonly #undo: (() => void)[] = [];

  constructor(options: VideoServiceOptions) {
    this.#options = options;
    const { config, folder, log, host } = options;
    this.viewers = new Viewers(config);
    const { rtmpPort, maxStreams } = config;
    this.#process = new VideoProcess({
      ...{ host, rtmpPort, maxStreams, log },
      onReport: (report) => this.#onReport(report),
      onEnd: () => {
        for (const matchId of [...this.#live.keys()]) this.#onStop(matchId);
      },
    });
    const open = (matchId: number) => this.#process.open(matchId, true);
    this.#recorder = new Recorder({ ...options, folder: join(folder, 'recordings'), open });
    const { ffmpeg } = config;
    this.hls = ffmpeg === null ? null : new Hls({ ffmpeg, folder: join(folder, 'hls'), log, open });
  }

  get rtmpPort(): number {
    return this.#process.rtmpPort;
  }

  /** Of the process of the streams, for figures and tests. */
  get processId(): number | undefined {
    return this.#process.pid;
  }

  /** @throws Error if it cannot listen */
  async start(): Promise<void> {
    const { events, clock } = this.#options;
    await this.hls?.clear();
    await this.#recorder.recover();
    await this.#process.start();
    this.#undo.push(
      events.on('match', ({ matchId }) => this.#enqueue(matchId, () => this.#apply(matchId))),
      clock.every(VIDEO_HEARTBEAT_MS, () => this.#noteStreams()),
    );
  }

  /** Ends all streams; recordings are stored. */
  async stop(): Promise<void> {
    for (const undo of this.#undo) undo();
    await this.#process.stop();
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
    await Promise.all([this.#recorder.close(), this.hls?.close()]);
  }

  /** Bits per second of a live stream; null: unknown, or not live on this server. */
  bitrateOf(matchId: number): number | null {
    return this.#live.get(matchId)?.bitrate ?? null;
  }

  /** The FLV of a stream; null: not live. */
  open(matchId: number) {
    return this.#process.open(matchId);
  }

  #onReport(report: ProcessReport): void {
    const { log } = this.#options;
    if (report.type === 'authorize') void this.#authorize(report);
    else if (report.type === 'started') this.#onStart(report);
    else if (report.type === 'stopped') this.#onStop(report.matchId);
    else if (report.type === 'refused')
      log.warn({ refusal: report.refusal, address: report.address }, 'refused a video stream');
    else if (report.type === 'protocol-error')
      log.info({ reason: report.message, address: report.address }, 'closed a connection that is not RTMP');
    else if (report.type === 'rates')
      for (const [matchId, bitrate] of report.rates) {
        const live = this.#live.get(matchId);
        if (live !== undefined) live.bitrate = bitrate;
      }
  }

  async #authorize({ requestId, key }: Extract<ProcessReport, { type: 'authorize' }>): Promise<void> {
    try {
      const result = await authorizeKey(this.#options.db, key);
      const isKnown = 'matchId' in result;
      if (isKnown) this.#accepted.set(result.matchId, result);
      this.#process.send({
        ...{ type: 'authorized', requestId },
        matchId: isKnown ? result.matchId : null,
        refusal: isKnown ? null : result.refusal,
      });
    } catch (error) {
      this.#options.log.error({ err: error }, 'a stream key could not be checked');
      this.#process.send({ type: 'authorized', requestId, matchId: null, refusal: 'stream-unavailable' });
    }
  }

  #onStart({ matchId, address }: Extract<ProcessReport, { type: 'started' }>): void {
    const { db, clock, log } = this.#options;
    this.#enqueue(matchId, async () => {
      const key = this.#accepted.get(matchId);
      const isAccepted =
        key !== undefined && (await db.transaction().execute((tx) => noteStart(tx, key, clock.now())));
      if (!isAccepted) {
        this.#process.send({ type: 'close', matchId });
        return;
      }
      this.#live.set(matchId, { accountId: key.accountId, bitrate: null });
      log.info({ matchId, address }, 'a video stream has started');
      this.hls?.start(matchId);
      await this.#apply(matchId);
    });
  }

  #onStop(matchId: number): void {
    const { db, clock, log } = this.#options;
    this.#enqueue(matchId, async () => {
      if (!this.#live.delete(matchId)) return;
      this.#recorder.stop(matchId);
      this.hls?.stop(matchId);
      await db.transaction().execute((tx) => noteStop(tx, matchId, clock.now()));
      log.info({ matchId }, 'a video stream has ended');
    });
  }

  /** Applies what the organiser has changed: the key, recording, the end, the address of the public page. */
  async #apply(matchId: number): Promise<void> {
    const { db } = this.#options;
    const match = await findMatch(db, matchId);
    this.viewers.closeOthers(matchId, match !== null && isPublicMatch(match) ? match.code : null);
    const live = this.#live.get(matchId);
    if (live === undefined) return;
    const video = await readVideo(db, matchId);
    if (match === null || match.state === 'archived' || !video.publishing)
      this.#process.send({ type: 'close', matchId });
    else if (video.record) this.#recorder.start(matchId, live.accountId);
    else this.#recorder.stop(matchId);
  }

  #noteStreams(): void {
    const { db, clock, log } = this.#options;
    const matchIds = [...this.#live.keys()];
    if (matchIds.length === 0) return;
    db.transaction()
      .execute((tx) => noteStreams(tx, matchIds, clock.now()))
      .catch((error: unknown) => log.warn({ err: error }, 'could not note the live streams'));
  }

  #enqueue(matchId: number, work: () => Promise<void>): void {
    const previous = this.#queues.get(matchId) ?? Promise.resolve();
    const next = previous
      .then(work)
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, matchId }, 'a change of a video stream failed'),
      )
      .finally(() => {
        if (this.#queues.get(matchId) === next) this.#queues.delete(matchId);
      });
    this.#queues.set(matchId, next);
  }
}
