import type { MediaKind } from '@wakeline/domain/media/media';
import type { MediaEvent, MediaRefusedEvent } from '@wakeline/protocols/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { recordRefusedMedia } from '../../device-media/refused-media.ts';
import { type MediaFiles, storeMedia } from '../../device-media/store-media.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { RegisteredTracker } from '../registry.ts';

/** Photos and recordings that wait to be stored. More are dropped: they are not acknowledged, so the devices send them again. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const MAX_WAITING = 500;
/** Consoles of an account reload their lists at most this often. */
const PUBLISH_INTERVAL = 500;

interface PhotoIntakeDependencies {
  readonly db: Db;
  readonly files: MediaFiles;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<IngestMetrics, 'media'>;
}

/** Results of content that stays what it is: sending it again would not help. */
const UNREADABLE: ReadonlySet<string> = new Set(['not-a-picture', 'not-a-recording', 'damaged', 'too-large']);
/** Where content is listed that is neither a photo nor a recording. */
const LISTED_KIND: MediaKind = 'photo';
const CHANGED = { photo: 'photos', recording: 'recordings' } as const satisfies Record<MediaKind, string>;

/** Sends a reply to the device of a photo or recording. */
export type SendReply = (reply: Uint8Array) => void;

interface Job {
  readonly kind: MediaKind;
  readonly bytes: number;
  run(): Promise<void>;
}

/** Stores the photos and recordings of devices, one after the other, beside the batches of reports. */
export class MediaIntake {
  readonly #dependencies: PhotoIntakeDependencies;
  readonly #changed: Record<MediaKind, Set<number>> = { photo: new Set(), recording: new Set() };
  #jobs: Job[] = [];
  #waitingBytes = 0;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(dependencies: PhotoIntakeDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts to notify consoles. Returns a function that stops it. */
  start(): () => void {
    return this.#dependencies.clock.every(PUBLISH_INTERVAL, () => void this.#publish());
  }

  /** Stores a photo or recording, then sends one of its replies. */
  add(tracker: RegisteredTracker, event: MediaEvent, send: SendReply): void {
    const { trackerId, account } = tracker;
    this.#queue({
      kind: event.kind,
      bytes: event.content.length,
      run: async () => {
        const { accountId } = account;
        const now = this.#dependencies.clock.now();
        const result = await storeMedia(this.#dependencies, { ...event, trackerId, accountId }, now);
        const { kind } = event;
        this.#dependencies.metrics.media.inc({ kind, outcome: result });
        if (result === 'stored') this.#changed[kind].add(accountId);
        if (result === 'stored' || result === 'known') send(event.reply);
        else if (result === 'removed') send(event.rejectReply);
        else {
          await this.#record(tracker, { ...event, reason: result });
          send(UNREADABLE.has(result) ? event.unreadableReply : event.rejectReply);
        }
      },
    });
  }

  /** Lists what was refused before it was complete. */
  addRefused(tracker: RegisteredTracker, event: MediaRefusedEvent): void {
    this.#dependencies.metrics.media.inc({ kind: event.kind ?? LISTED_KIND, outcome: event.reason });
    this.#queue({ kind: event.kind ?? LISTED_KIND, bytes: 0, run: () => this.#record(tracker, event) });
  }

  /** Resolves when what is being stored is stored. The others are not acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#jobs = [];
    await this.#running;
    await this.#publish();
  }

  async #record(
    { trackerId, account: { accountId } }: RegisteredTracker,
    { kind, reason, mediaId, channel }: Pick<MediaRefusedEvent, 'kind' | 'reason' | 'mediaId' | 'channel'>,
  ): Promise<void> {
    const { db, clock } = this.#dependencies;
    const listed = kind ?? LISTED_KIND;
    await recordRefusedMedia(
      db,
      { trackerId, accountId, kind: listed, reason, mediaId, channel },
      clock.now(),
    );
    this.#changed[listed].add(accountId);
  }

  #queue(job: Job): void {
    if (this.#isStopped) return;
    if (this.#jobs.length >= MAX_WAITING || this.#waitingBytes + job.bytes > MAX_WAITING_BYTES) {
      this.#dependencies.metrics.media.inc({ kind: job.kind, outcome: 'no-room' });
      return;
    }
    this.#jobs.push(job);
    this.#waitingBytes += job.bytes;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
  }

  async #runAll(): Promise<void> {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      try {
        await job.run();
      } catch (error) {
        // Nothing was acknowledged: the device sends it again.
        this.#dependencies.metrics.media.inc({ kind: job.kind, outcome: 'failed' });
        this.#dependencies.log.warn({ err: error }, 'storing a photo or recording failed');
      }
      this.#waitingBytes -= job.bytes;
    }
  }

  async #publish(): Promise<void> {
    await this.#publishKind('photo');
    await this.#publishKind('recording');
  }

  async #publishKind(kind: MediaKind): Promise<void> {
    const accountIds = [...this.#changed[kind]];
    if (accountIds.length === 0) return;
    this.#changed[kind].clear();
    const { db, log } = this.#dependencies;
    await db
      .transaction()
      .execute(async (tx) => {
        for (const accountId of accountIds) {
          await sendEvent(tx, { type: 'changed', what: CHANGED[kind], accountId, userId: null });
        }
      })
      .catch((error: unknown) => {
        for (const accountId of accountIds) this.#changed[kind].add(accountId);
        log.warn({ err: error }, 'notifying consoles of photos and recordings failed');
      });
  }
}
