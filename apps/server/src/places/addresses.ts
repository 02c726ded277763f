import { setTimeout } from 'node:timers/promises';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Gate } from './gate.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Geocoder } from './geocoder.ts';
import { OutsideError } from './outside-json.ts';
import { Recent } from './recent.ts';
import { type Cell, storeAddress, storedAddresses } from './stored-addresses.ts';
import { offlineWords } from './words.ts';

/** Addresses in memory, some 100 bytes each, and how long: what is stored may be looked up again. */
const IN_MEMORY = 20_000;
const IN_MEMORY_MS = 86_400_000;
/** How long a place is not asked for again of which the geocoder said nothing. */
const NOTHING_MS = 3_600_000;
/** Cells of a degree. */
const CELLS = 10_000;

/** A place in words, at once: what is known of it, else the nearest place. */
export type AddressOf = (latitude: number, longitude: number, language: Language) => string;

/** Positions in words. A geocoder that is slow, down, or answers nonsense changes nothing but the words. */
export interface Addresses {
  /** Never waits. What it does not know it has the geocoder asked for, after the answer. */
  readonly of: AddressOf;
  /** Calls to mind what is stored of these places, so that `of` knows it. Never fails. */
  recall(places: readonly Coordinates[], language: Language): Promise<void>;
  /** Waits for the geocoder, as long as that may take. Never fails. `mayAsk` is asked when nothing is known yet. */
  read(latitude: number, longitude: number, language: Language, mayAsk?: () => boolean): Promise<string>;
}

export interface AddressesOptions {
  readonly db: Db;
  readonly gazetteer: Gazetteer;
  /** Null: there is no geocoder. */
  readonly reverse: Geocoder['reverse'];
  readonly gate: Gate;
  /** Milliseconds that a reader waits for the geocoder. */
  readonly patience: number;
  readonly background: Background;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export function createAddresses(options: AddressesOptions): Addresses {
  const { db, gazetteer, reverse, gate, patience, background, clock, log } = options;
  /** Empty: the geocoder knows nothing there. */
  const memory = new Recent<string>(IN_MEMORY);
  /** Being asked for, so that nothing is asked twice. */
  const asked = new Map<string, Promise<string>>();

  function offline(latitude: number, longitude: number, language: Language): string {
    return offlineWords(gazetteer, { latitude, longitude }, language);
  }

  function remember(cell: Cell, language: Language, address: string): void {
    memory.set(keyOf(cell, language), address, clock.now() + (address === '' ? NOTHING_MS : IN_MEMORY_MS));
  }

  function lookUp(
    cell: Cell,
    language: Language,
    ask: NonNullable<typeof reverse>,
    mayAsk: () => boolean,
  ): Promise<string> {
    const key = keyOf(cell, language);
    const running = asked.get(key);
    if (running !== undefined) return running;
    const found = (async () => {
      const [stored] = await storedAddresses(db, [cell], language);
      if (stored !== undefined) {
        remember(cell, language, stored.address);
        return stored.address;
      }
      if (!mayAsk()) throw new OutsideError('enough is asked for the account in this minute');
      const at = { latitude: cell.latitude / CELLS, longitude: cell.longitude / CELLS };
      const address = await gate.pass((signal) => ask(at, language, signal));
      remember(cell, language, address);
      if (address !== '') await storeAddress(db, cell, { language, address, now: clock.now() });
      return address;
    })().finally(() => asked.delete(key));
    asked.set(key, found);
    return found;
  }

  /** Failures of the geocoder are the gate's to tell; nobody else needs to hear of them. */
  async function lookUpQuietly(
    cell: Cell,
    language: Language,
    ask: NonNullable<typeof reverse>,
    mayAsk: () => boolean = () => true,
  ): Promise<string> {
    try {
      return await lookUp(cell, language, ask, mayAsk);
    } catch (error) {
      if (!(error instanceof OutsideError)) log.warn({ err: error }, 'an address could not be looked up');
      return '';
    }
  }

  return {
    of(latitude, longitude, language) {
      if (reverse === null) return offline(latitude, longitude, language);
      const cell = cellOf({ latitude, longitude });
      const key = keyOf(cell, language);
      const known = memory.get(key, clock.now());
      if (known === undefined && !asked.has(key)) {
        background.start('asking for an address', async () => {
          await lookUpQuietly(cell, language, reverse);
        });
      }
      return known === undefined || known === '' ? offline(latitude, longitude, language) : known;
    },

    async recall(places, language) {
      if (reverse === null) return;
      const cells = new Map(places.map((place) => [keyOf(cellOf(place), language), cellOf(place)] as const));
      const unknown = [...cells].filter(([key]) => memory.get(key, clock.now()) === undefined);
      if (unknown.length === 0) return;
      try {
        const stored = await storedAddresses(
          db,
          unknown.map(([, cell]) => cell),
          language,
        );
        for (const { latitude, longitude, address } of stored) {
          remember({ latitude, longitude }, language, address);
        }
      } catch (error) {
        log.warn({ err: error }, 'stored addresses could not be read');
      }
    },

    async read(latitude, longitude, language, mayAsk) {
      if (reverse !== null) {
        const cell = cellOf({ latitude, longitude });
        const known = memory.get(keyOf(cell, language), clock.now());
        // Others may stand in line before it: what comes later is for the next reader.
        const address = known ?? (await within(patience, lookUpQuietly(cell, language, reverse, mayAsk)));
        if (address !== '') return address;
      }
      return offline(latitude, longitude, language);
    },
  };
}

/** Empty: it took too long. */
async function within(patience: number, asked: Promise<string>): Promise<string> {
  const enough = new AbortController();
  const late = setTimeout(patience, '', { signal: enough.signal }).catch(() => '');
  return Promise.race([asked, late]).finally(() => enough.abort());
}

function cellOf({ latitude, longitude }: Coordinates): Cell {
  return { latitude: Math.round(latitude * CELLS), longitude: Math.round(longitude * CELLS) };
}

function keyOf({ latitude, longitude }: Cell, language: Language): string {
  return `${latitude} ${longitude} ${language}`;
}
