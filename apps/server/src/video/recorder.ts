import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { readFreeFileBytes } from '../files/account-quota.ts';
import type { Files } from '../files/files.ts';
import { findMatch } from '../races/find-match.ts';
import { finishRecording } from './finish-recording.ts';
import {
  countRecordings,
  deleteRecordingRow,
  finishRecordingRow,
  insertRecording,
  readRecordedBytes,
  unfinishedRecordings,
} from './recording-rows.ts';
import type { VideoConfig } from './video-config.ts';

const DAY_MS = 86_400_000;
/** Shorter recordings are attempts of an encoder, seconds. */
const MIN_SECONDS = 1;

export interface RecorderOptions {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Folder of recordings that are being written. */
  readonly folder: string;
  readonly config: Pick<VideoConfig, 'recordingBytes' | 'recordingDays'>;
  readonly open: (matchId: number) => Promise<IncomingMessage | null>;
}

/** Records streams into files of their accounts. */
export class Recorder {
  readonly #options: RecorderOptions;
  /** Stops the recording of a match. */
  readonly #running = new Map<number, AbortController>();
  readonly #work = new Set<Promise<void>>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  start(matchId: number, accountId: number): void {
    if (this.#running.has(matchId)) return;
    const stop = new AbortController();
    this.#running.set(matchId, stop);
    const work = this.#record(matchId, accountId, stop.signal)
      .catch((error: unknown) => this.#options.log.error({ err: error, matchId }, 'a recording failed'))
      .finally(() => {
        if (this.#running.get(matchId) === stop) this.#running.delete(matchId);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  /** The recording ends and is stored. */
  stop(matchId: number): void {
    this.#running.get(matchId)?.abort();
    this.#running.delete(matchId);
  }

  /** Resolves when all recordings are stored. */
  async close(): Promise<void> {
    for (const stop of this.#running.values()) stop.abort();
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Stores what a server that was ended has recorded. */
  async recover(): Promise<void> {
    const { db, folder, log } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = new Set(await readdir(folder));
    for (const { recording_id, match_id } of await unfinishedRecordings(db)) {
      const path = this.#pathOf(recording_id);
      try {
        if (names.delete(`${recording_id}.flv`)) await this.#store(recording_id, match_id, path);
        else await db.transaction().execute((tx) => deleteRecordingRow(tx, recording_id));
      } catch (error) {
        log.error({ err: error, matchId: match_id }, 'an interrupted recording could not be stored');
      }
    }
    for (const name of names) await rm(join(folder, name), { force: true, recursive: true });
  }

  #pathOf(recordingId: number): string {
    return join(this.#options.folder, `${recordingId}.flv`);
  }

  async #record(matchId: number, accountId: number, signal: AbortSignal): Promise<void> {
    const { db, clock, config, log, open } = this.#options;
    const free = (await readFreeFileBytes(db, accountId)) ?? Number.POSITIVE_INFINITY;
    const leftBytes = Math.min(config.recordingBytes - (await readRecordedBytes(db, accountId)), free);
    if (leftBytes <= 0 || (await countRecordings(db, matchId)) >= LIMITS.recordingsPerMatch) {
      log.warn({ matchId, accountId }, 'a stream is not recorded: the limit of recordings is reached');
      return;
    }
    const stream = await open(matchId);
    if (stream === null) return;
    const recordingId = await db.transaction().execute((tx) => insertRecording(tx, matchId, clock.now()));
    await this.#notify(accountId);
    const path = this.#pathOf(recordingId);
    await writeStream(stream, path, { leftBytes, signal });
    await this.#store(recordingId, matchId, path);
  }

  async #store(recordingId: number, matchId: number, path: string): Promise<void> {
    const { db, files, clock, config } = this.#options;
    const finished = await finishRecording(path);
    const match = await findMatch(db, matchId);
    if (finished === null || finished.index.seconds < MIN_SECONDS || match === null) {
      await db.transaction().execute((tx) => deleteRecordingRow(tx, recordingId));
    } else {
      const written = await files.write(finished.content);
      const { seconds } = finished.index;
      const isStored = await db.transaction().execute(async (tx) => {
        await files.record(tx, written, {
          ...{ accountId: match.account_id, kind: 'video', userId: null, mediaType: 'video/x-flv' },
          name: `${match.name}.flv`,
          expiresAt: clock.now() + config.recordingDays * DAY_MS,
        });
        const values = { file_id: written.fileId, seconds, bytes: written.bytes };
        return finishRecordingRow(tx, recordingId, values);
      });
      // Without a row, as after the deletion of the match, the hourly clean-up removes the file.
      if (!isStored) await files.discard([written.fileId]);
    }
    await rm(path, { force: true });
    if (match !== null) await this.#notify(match.account_id);
  }

  async #notify(accountId: number): Promise<void> {
    await this.#options.db
      .transaction()
      .execute((tx) => sendEvent(tx, { type: 'changed', what: 'matches', accountId, userId: null }));
  }
}

/** Writes a stream until it ends, breaks, is stopped, or has `leftBytes`. */
async function writeStream(
  stream: IncomingMessage,
  path: string,
  { leftBytes, signal }: { readonly leftBytes: number; readonly signal: AbortSignal },
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  // A full disk: the stream ends, and the next write reports it.
  file.on('error', () => stream.destroy());
  const stop = () => stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).length;
      if (bytes > leftBytes) break;
      if (!file.write(chunk)) await once(file, 'drain');
    }
  } catch (error) {
    // Streams break when their process or the recording ends. What a full disk has taken is stored.
    if (!stream.destroyed) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    file.end();
    if (!file.closed) await once(file, 'close');
  }
}
