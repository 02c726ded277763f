import type { Report } from '@wakeline/domain/reports/report';
import type { FastifyBaseLogger } from 'fastify';
import { resolveClearedSos } from '../../alarms/resolve-sos.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { markReports, readWaitingReports, type WaitingReport } from '../../satellite/positions.ts';
import type { TrackerRegistry } from '../registry.ts';
import type { ReportSource, ReportsItem } from '../report-item.ts';
import type { ReportWriter } from '../report-writer.ts';

/** Milliseconds between two looks for what events have missed. */
const INTERVAL = 10_000;
/** Reports in the writer at once. */
const BATCH_SIZE = 500;

export interface MessagePositionsOptions {
  readonly db: Db;
  readonly registry: TrackerRegistry;
  readonly writer: ReportWriter;
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/**
 * Gives the positions and alarms in satellite messages to the pipeline, as reports of the devices that carry the terminals.
 * They are marked after the commit of the reports: after a crash they are taken again, and are the same reports.
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
          const reports = await readWaitingReports(db, afterId, BATCH_SIZE);
          await this.#store(reports);
          if (reports.length < BATCH_SIZE || this.#isStopped) break;
          afterId = reports.at(-1)?.messageId ?? 0;
        }
      }
    } catch (error) {
      if (!this.#isStopped)
        log.warn({ err: error }, 'storing reports of satellite messages failed; will retry later');
    }
  }

  async #store(reports: readonly WaitingReport[]): Promise<void> {
    const { db, registry, writer } = this.#options;
    const stored: number[] = [];
    const refused: number[] = [];
    const ends: SosEnd[] = [];
    const outcomes = reports.map(
      (report) =>
        new Promise<void>((resolve) => {
          const tracker = report.trackerId === null ? undefined : registry.findByTrackerId(report.trackerId);
          if (tracker === undefined) {
            refused.push(report.messageId);
            resolve();
            return;
          }
          // Waits for the engine of the device.
          if (!writer.owns(tracker.trackerId)) {
            resolve();
            return;
          }
          const source: ReportSource = {
            onStored() {
              if (report.clearsSos) ends.push({ report, tracker });
              else stored.push(report.messageId);
              resolve();
            },
            onRefused() {
              refused.push(report.messageId);
              resolve();
            },
            flush: () => undefined,
          };
          writer.add(toItem(report, tracker, source));
        }),
    );
    await Promise.all(outcomes);
    await markReports(db, stored, 'stored');
    await markReports(db, refused, 'refused');
    for (const end of ends) await this.#resolveNotice(end);
  }

  /** The notice of the SOS exists now: it was committed with the same reports or earlier. */
  async #resolveNotice({ report, tracker }: SosEnd): Promise<void> {
    const { db, clock } = this.#options;
    const { account, trackerId } = tracker;
    const sos = { accountId: account.accountId, trackerId, until: report.time };
    const device = { userId: null, login: report.cardNumber };
    await db.transaction().execute(async (tx) => {
      await resolveClearedSos(tx, sos, device, clock.now());
      await markReports(tx, [report.messageId], 'stored');
    });
  }
}

/** A report in which the device ends its SOS, after its commit. */
interface SosEnd {
  readonly report: WaitingReport;
  readonly tracker: ReportsItem['tracker'];
}

function toItem(report: WaitingReport, tracker: ReportsItem['tracker'], source: ReportSource): ReportsItem {
  return {
    protocol: report.gateway,
    tracker,
    reports: [toReport(report)],
    unreadable: [],
    raw: report.raw,
    receivedAt: report.receivedAt,
    source,
    reply: null,
    refused: null,
  };
}

function toReport({ position, alarms, clearsSos, time }: WaitingReport): Report {
  return {
    time,
    fix: position === null ? null : { ...position, accuracy: null, valid: true },
    battery: null,
    gsm: null,
    satellites: null,
    alarms,
    attributes: {},
    ...(clearsSos && { clearsSos }),
  };
}
