import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sendExpiryNotices } from '../features/trackers/validity/expiry-notices.ts';
import { publishExpired } from '../features/trackers/validity/publish-expired.ts';
import { dropExpiryNotices } from '../trackers/expiring.ts';

/** Milliseconds between two publications of devices that have expired. */
const PUBLISH_INTERVAL = 5_000;
/** Milliseconds between two checks for notices about devices that expire soon. */
const NOTICE_INTERVAL = 300_000;
/** Milliseconds from the start of a server to its first check, so that one that is restarted often sends notices, too. */
const FIRST_NOTICES = 10_000;
/** Milliseconds for which sent notices of expired dates are recorded. */
const RECORD_TTL = 86_400_000;
/** Milliseconds that a new engine publishes again, because the previous one may have stopped before. */
const OVERLAP = 60_000;

export interface ValidityJobOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly isLeader: () => boolean;
}

/** Starts what happens when devices expire; only the engine does this, for all servers. Returns the stop function. */
export function startValidityJobs({ db, clock, log, isLeader }: ValidityJobOptions): () => void {
  let publishedUntil = clock.now() - OVERLAP;

  async function publish(): Promise<void> {
    const now = clock.now();
    const from = publishedUntil;
    publishedUntil = isLeader() ? now : now - OVERLAP;
    if (!isLeader()) return;
    try {
      await publishExpired(db, from, now);
    } catch (error) {
      publishedUntil = Math.min(publishedUntil, from);
      log.warn({ err: error }, 'could not publish expired devices; will retry later');
    }
  }

  async function sendNotices(): Promise<void> {
    if (!isLeader()) return;
    try {
      await sendExpiryNotices(db, clock.now());
      await dropExpiryNotices(db, clock.now() - RECORD_TTL);
    } catch (error) {
      log.warn({ err: error }, 'could not send notices about expiring devices; will retry later');
    }
  }

  const stopFirst = clock.every(FIRST_NOTICES, () => {
    stopFirst();
    void sendNotices();
  });
  const cleanups = [
    stopFirst,
    clock.every(PUBLISH_INTERVAL, () => void publish()),
    clock.every(NOTICE_INTERVAL, () => void sendNotices()),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
