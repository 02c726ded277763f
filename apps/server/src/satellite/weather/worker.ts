import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger } from 'fastify';
import { startClaimLoop } from '../../claim-loop.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { ExternalServiceError } from '../../places/fetch-external-json.ts';
import { claimQuestions, putOffQuestion, readDevicePlace, type WeatherQuestion } from './questions.ts';
import type { WeatherResult } from './reply-text.ts';
import { storeReply } from './store-reply.ts';
import { readForecast, type WeatherService } from './weather-service.ts';

const INTERVAL_MS = 10_000;
const CONCURRENCY = 2;
/** Longer than two requests take. */
const LEASE_MS = 60_000;
/** Milliseconds between two attempts, and after which the reply says that there is none. */
const RETRY_MS = 60_000;
const GIVE_UP_MS = 10 * 60_000;
/** An older position of the device says little about where the terminal is. */
const MAX_PLACE_AGE_MS = 86_400_000;

export interface WeatherHelperOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  readonly gateways: ReadonlySet<MessageGateway>;
  /** Null: every request gets the reply that there is no forecast. */
  readonly service: WeatherService | null;
}

/** Replies to the requests of terminals to the weather helper, on each server. Returns the function that stops it. */
export function startWeatherHelper(options: WeatherHelperOptions): () => Promise<void> {
  const { db, clock, log, events, gateways, service } = options;

  /** Null: try again later. */
  async function findResult({
    terminalId,
    createdAt,
    ...question
  }: WeatherQuestion): Promise<WeatherResult | null> {
    const now = clock.now();
    const place =
      question.place ?? (await readDevicePlace(db, terminalId, now - MAX_PLACE_AGE_MS)) ?? question.estimate;
    if (place === null) return { failure: 'no-position' };
    if (service === null) return { failure: 'no-forecast' };
    try {
      return { forecast: await readForecast(service, place) };
    } catch (error) {
      if (!(error instanceof ExternalServiceError)) throw error;
      log.warn({ err: error }, 'the weather helper has no forecast');
      return now - createdAt >= GIVE_UP_MS ? { failure: 'no-forecast' } : null;
    }
  }

  const loop = startClaimLoop({
    label: 'replying to requests for the weather',
    clock,
    log,
    events,
    wakeOn: ['satellite-messages'],
    interval: INTERVAL_MS,
    concurrency: CONCURRENCY,
    refillAt: CONCURRENCY - 1,
    claim(limit) {
      const now = clock.now();
      return claimQuestions(db, { now, leaseUntil: now + LEASE_MS, limit });
    },
    slotOf: ({ messageId }: WeatherQuestion) => messageId,
    async work(question) {
      const result = await findResult(question);
      if (result === null) await putOffQuestion(db, question, clock.now() + RETRY_MS);
      else await db.transaction().execute((tx) => storeReply(tx, gateways, question, result, clock.now()));
    },
  });
  return () => loop.stop();
}
