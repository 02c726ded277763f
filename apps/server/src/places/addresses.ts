import { setTimeout } from 'node:timers/promises';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { describePosition } from './describe-position.ts';
import { ExternalServiceError } from './fetch-external-json.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Geocoder } from './geocoder.ts';
import { LruCache } from './lru-cache.ts';
import type { ServiceLimiter } from './service-limiter.ts';
import { type Cell, readStoredAddresses, storeAddress } from './stored-addresses.ts';

/** Number of cached addresses, about 100 bytes each, and their lifetime: a stored one can be read again. */
const CACHE_SIZE = 20_000;
const CACHE_TTL_MS = 86_400_000;
/** How long a position without a geocoder result is not requested again. */
const EMPTY_TTL_MS = 3_600_000;
/** Cells per degree. */
const CELLS_PER_DEGREE = 10_000;

/** Describes a position at once: its known address, or else the nearest place. */
export type GetAddress = (latitude: number, longitude: number, language: Language) => string;

/**
 * Descriptions of positions. If the geocoder is slow, unavailable or returns invalid data, positions are described by
 * the nearest place.
 */
export interface Addresses {
  /** Never waits. If the address is not cached, it is requested in the background. */
  readonly getImmediate: GetAddress;
  /** Never waits and requests nothing: for files with many positions. */
  readonly getKnown: GetAddress;
  /** Loads stored addresses of these positions into the cache for `getImmediate`. Never fails. */
  preload(coordinates: readonly Coordinates[], language: Language): Promise<void>;
  /**
   * Waits for the geocoder up to its timeout. Never fails. `canRequest` is called when the address is not stored yet.
   */
  read(latitude: number, longitude: number, language: Language, canRequest?: () => boolean): Promise<string>;
}

export interface AddressesOptions {
  readonly db: Db;
  readonly gazetteer: Gazetteer;
  /** Null: no geocoder is configured. */
  readonly reverse: Geocoder['reverse'];
  readonly limiter: ServiceLimiter;
  /** Milliseconds that a reader waits for the geocoder. */
  readonly timeoutMs: number;
  readonly background: Background;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export function createAddresses(options: AddressesOptions): Addresses {
  const { db, gazetteer, reverse, limiter, timeoutMs, background, clock, log } = options;
  /** An empty string means that the geocoder has no result. */
  const cache = new LruCache<string>(CACHE_SIZE);
  /** Requests in flight, so that none is sent twice. */
  const pending = new Map<string, Promise<string>>();

  function describeOffline(latitude: number, longitude: number, language: Language): string {
    return describePosition(gazetteer, { latitude, longitude }, language);
  }

  function cacheAddress(cell: Cell, language: Language, address: string): void {
    cache.set(keyOf(cell, language), address, clock.now() + (address === '' ? EMPTY_TTL_MS : CACHE_TTL_MS));
  }

  function lookUp(
    cell: Cell,
    language: Language,
    geocode: NonNullable<typeof reverse>,
    canRequest: () => boolean,
  ): Promise<string> {
    const key = keyOf(cell, language);
    const running = pending.get(key);
    if (running !== undefined) return running;
    const request = (async () => {
      const [stored] = await readStoredAddresses(db, [cell], language);
      if (stored !== undefined) {
        cacheAddress(cell, language, stored.address);
        return stored.address;
      }
      if (!canRequest())
        throw new ExternalServiceError('the account has used its external requests of this minute');
      const at = { latitude: cell.latitude / CELLS_PER_DEGREE, longitude: cell.longitude / CELLS_PER_DEGREE };
      const address = await limiter.run((signal) => geocode(at, language, signal));
      cacheAddress(cell, language, address);
      if (address !== '') await storeAddress(db, cell, { language, address, now: clock.now() });
      return address;
    })().finally(() => pending.delete(key));
    pending.set(key, request);
    return request;
  }

  /** Failures of the geocoder are logged by the limiter and ignored here. */
  async function tryLookUp(
    cell: Cell,
    language: Language,
    geocode: NonNullable<typeof reverse>,
    canRequest: () => boolean = () => true,
  ): Promise<string> {
    try {
      return await lookUp(cell, language, geocode, canRequest);
    } catch (error) {
      if (!(error instanceof ExternalServiceError)) log.warn({ err: error }, 'looking up an address failed');
      return '';
    }
  }

  return {
    getImmediate(latitude, longitude, language) {
      if (reverse === null) return describeOffline(latitude, longitude, language);
      const cell = cellOf({ latitude, longitude });
      const key = keyOf(cell, language);
      const known = cache.get(key, clock.now());
      if (known === undefined && !pending.has(key)) {
        background.start('requesting an address', async () => {
          await tryLookUp(cell, language, reverse);
        });
      }
      return known === undefined || known === '' ? describeOffline(latitude, longitude, language) : known;
    },

    getKnown(latitude, longitude, language) {
      const known =
        reverse === null
          ? undefined
          : cache.get(keyOf(cellOf({ latitude, longitude }), language), clock.now());
      return known === undefined || known === '' ? describeOffline(latitude, longitude, language) : known;
    },

    async preload(coordinates, language) {
      if (reverse === null) return;
      const cells = new Map(
        coordinates.map((position) => [keyOf(cellOf(position), language), cellOf(position)] as const),
      );
      const unknown = [...cells].filter(([key]) => cache.get(key, clock.now()) === undefined);
      if (unknown.length === 0) return;
      try {
        const stored = await readStoredAddresses(
          db,
          unknown.map(([, cell]) => cell),
          language,
        );
        for (const { latitude, longitude, address } of stored) {
          cacheAddress({ latitude, longitude }, language, address);
        }
      } catch (error) {
        log.warn({ err: error }, 'reading stored addresses failed');
      }
    },

    async read(latitude, longitude, language, canRequest) {
      if (reverse !== null) {
        const cell = cellOf({ latitude, longitude });
        const known = cache.get(keyOf(cell, language), clock.now());
        // The request may queue behind others: a result after the timeout serves the next reader.
        const address =
          known ?? (await withTimeout(timeoutMs, tryLookUp(cell, language, reverse, canRequest)));
        if (address !== '') return address;
      }
      return describeOffline(latitude, longitude, language);
    },
  };
}

/** Returns an empty string after the timeout. */
async function withTimeout(timeoutMs: number, address: Promise<string>): Promise<string> {
  const controller = new AbortController();
  const timeout = setTimeout(timeoutMs, '', { signal: controller.signal }).catch(() => '');
  return Promise.race([address, timeout]).finally(() => controller.abort());
}

function cellOf({ latitude, longitude }: Coordinates): Cell {
  return {
    latitude: Math.round(latitude * CELLS_PER_DEGREE),
    longitude: Math.round(longitude * CELLS_PER_DEGREE),
  };
}

function keyOf({ latitude, longitude }: Cell, language: Language): string {
  return `${latitude} ${longitude} ${language}`;
}
