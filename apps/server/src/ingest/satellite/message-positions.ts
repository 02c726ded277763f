import type { Report } from '@wakeline/domain/reports/report';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { markPositions, readWaitingPositions, type WaitingPosition } from '../../satellite/positions.ts';
import type { BatchWriter } from '../batch-writer.ts';
import type { TrackerRegistry } from '../registry.ts';
import type { ReportSource, ReportsItem } from '../report-item.ts';

/** Milliseconds between two looks for what events have missed. */
const INTERVAL = 10_000;
/** Positions in the writer at once. */
const BATCH_SIZE = 500;

export interface MessagePositionsOptions {
  readonly db: Db;
  readonly registry: TrackerRegistry;
  readonly writer: BatchWriter;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/**
 * Gives the positions in satellite messages to the pipeline, as reports of the devices that carry the terminals. They are
 * marked after the commit of the reports: after a crash they are taken again, and are the same reports.
 */
export class MessagePositions {
  readonly #options: MessagePositionsOptions;
  #isRunning = false;
  #isDue = false;
  #isStopped = false;

  constructor(options: MessagePositionsOptions) {
    this.#options = options;
  }

  /** Returns the function that stops it. */
  start(): () => void {
    const { events, clock } = this.#options;
    const wake = () => this.#wake();
    const stops = [events.on('satellite-positions', wake), events.onGap(wake), clock.every(INTERVAL, wake)];
    wake();
    return () => {
      this.#isStopped = true;
      for (const stop of stops) stop();
    };
  }

  #wake(): void {
    this.#isDue = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
    });
  }

  async #run(): Promise<void> {
    const { db, log } = this.#options;
    try {
      while (this.#isDue && !this.#isStopped) {
        this.#isDue = false;
        let afterId = 0;
        for (;;) {
          const positions = await readWaitingPositions(db, afterId, BATCH_SIZE);
          await this.#store(positions);
          if (positions.length < BATCH_SIZE || this.#isStopped) break;
          afterId = positions.at(-1)?.messageId ?? 0;
        }
      }
    } catch (error) {
      if (!this.#isStopped)
        log.warn({ err: error }, 'storing positions of satellite messages failed; will retry later');
    }
  }

  async #store(positions: readonly WaitingPosition[]): Promise<void> {
    const { db, registry, writer } = this.#options;
    const stored: number[] = [];
    const refused: number[] = [];
    const outcomes = positions.map(
      (position) =>
        new Promise<void>((resolve) => {
          const tracker =
            position.trackerId === null ? undefined : registry.findByTrackerId(position.trackerId);
          if (tracker === undefined) {
            refused.push(position.messageId);
            resolve();
            return;
          }
          const finish = (list: number[]) => () => {
            list.push(position.messageId);
            resolve();
          };
          const source: ReportSource = {
            onStored: finish(stored),
            onRefused: finish(refused),
            flush: () => undefined,
          };
          writer.add(toItem(position, tracker, source));
        }),
    );
    await Promise.all(outcomes);
    await markPositions(db, stored, 'stored');
    await markPositions(db, refused, 'refused');
  }
}

function toItem(
  { gateway, raw, receivedAt, ...position }: WaitingPosition,
  tracker: ReportsItem['tracker'],
  source: ReportSource,
): ReportsItem {
  return {
    protocol: gateway,
    tracker,
    reports: [toReport(position)],
    unreadable: [],
    raw,
    receivedAt,
    source,
    reply: null,
    refused: null,
  };
}

function toReport({
  latitude,
  longitude,
  altitude,
  speed,
  course,
  time,
}: Omit<WaitingPosition, 'gateway' | 'raw' | 'receivedAt'>): Report {
  return {
    time,
    fix: { latitude, longitude, altitude, speed, course, accuracy: null, valid: true },
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
}
