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

/** Addresses in memory, some 100 bytes each, and how long: what is stored may be looked up again. */
const CACHE_SIZE = 20_000;
const CACHE_TTL_MS = 86_400_000;
/** How long a place is not asked for again of which the geocoder said nothing. */
const EMPTY_TTL_MS = 3_600_000;
/** Cells of a degree. */
const CELLS_PER_DEGREE = 10_000;

/** A place in words, at once: what is known of it, else the nearest place. */
export type GetAddress = (latitude: number, longitude: number, language: Language) => string;

/** Positions in words. A geocoder that is slow, down, or answers nonsense changes nothing but the words. */
export interface Addresses {
  /** Never waits. What it does not know it has the geocoder asked for, after the answer. */
  readonly getImmediate: GetAddress;
  /** Calls to mind what is stored of these places, so that `of` knows it. Never fails. */
  preload(coordinates: readonly Coordinates[], language: Language): Promise<void>;
  /** Waits for the geocoder, as long as that may take. Never fails. `canRequest` is asked when nothing is known yet. */
  read(latitude: number, longitude: number, language: Language, canRequest?: () => boolean): Promise<string>;
}

export interface AddressesOptions {
  readonly db: Db;
  readonly gazetteer: Gazetteer;
  /** Null: there is no geocoder. */
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
  /** Empty: the geocoder knows nothing there. */
  const cache = new LruCache<string>(CACHE_SIZE);
  /** Being asked for, so that nothing is asked twice. */
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
    const found = (async () => {
      const [stored] = await readStoredAddresses(db, [cell], language);
      if (stored !== undefined) {
        cacheAddress(cell, language, stored.address);
        return stored.address;
      }
      if (!canRequest()) throw new ExternalServiceError('enough is asked for the account in this minute');
      const at = { latitude: cell.latitude / CELLS_PER_DEGREE, longitude: cell.longitude / CELLS_PER_DEGREE };
      const address = await limiter.run((signal) => geocode(at, language, signal));
      cacheAddress(cell, language, address);
      if (address !== '') await storeAddress(db, cell, { language, address, now: clock.now() });
      return address;
    })().finally(() => pending.delete(key));
    pending.set(key, found);
    return found;
  }

  /** Failures of the geocoder are the gate's to tell; nobody else needs to hear of them. */
  async function tryLookUp(
    cell: Cell,
    language: Language,
    geocode: NonNullable<typeof reverse>,
    canRequest: () => boolean = () => true,
  ): Promise<string> {
    try {
      return await lookUp(cell, language, geocode, canRequest);
    } catch (error) {
      if (!(error instanceof ExternalServiceError))
        log.warn({ err: error }, 'an address could not be looked up');
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
        background.start('asking for an address', async () => {
          await tryLookUp(cell, language, reverse);
        });
      }
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
        log.warn({ err: error }, 'stored addresses could not be read');
      }
    },

    async read(latitude, longitude, language, canRequest) {
      if (reverse !== null) {
        const cell = cellOf({ latitude, longitude });
        const known = cache.get(keyOf(cell, language), clock.now());
        // Others may stand in line before it: what comes later is for the next reader.
        const address =
          known ?? (await withTimeout(timeoutMs, tryLookUp(cell, language, reverse, canRequest)));
        if (address !== '') return address;
      }
      return describeOffline(latitude, longitude, language);
    },
  };
}

/** Empty: it took too long. */
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
