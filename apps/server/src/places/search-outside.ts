import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Gate } from './gate.ts';
import type { Geocoder, GeocoderPlace } from './geocoder.ts';
import { OutsideError } from './outside-json.ts';
import { Recent } from './recent.ts';

const IN_MEMORY = 500;
const IN_MEMORY_MS = 600_000;

/**
 * Places by keywords that the operator's geocoder knows; none where it is not set up, or fails. `mayAsk` is asked when it has to be
 * asked itself.
 */
export type SearchOutside = (
  keywords: string,
  near: Coordinates | null,
  language: Language,
  mayAsk: () => boolean,
) => Promise<readonly GeocoderPlace[]>;

export interface SearchOutsideOptions {
  readonly search: Geocoder['search'];
  readonly gate: Gate;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export function createSearchOutside({ search, gate, clock, log }: SearchOutsideOptions): SearchOutside {
  const memory = new Recent<readonly GeocoderPlace[]>(IN_MEMORY);
  return async (keywords, near, language, mayAsk) => {
    if (search === null) return [];
    // Whoever looks from about the same place gets the same answer.
    const from = near === null ? '' : `${near.latitude.toFixed(1)} ${near.longitude.toFixed(1)}`;
    const key = `${language} ${from} ${keywords}`;
    const known = memory.get(key, clock.now());
    if (known !== undefined) return known;
    if (!mayAsk()) return [];
    try {
      const places = await gate.pass((signal) => search(keywords, near, language, signal));
      memory.set(key, places, clock.now() + IN_MEMORY_MS);
      return places;
    } catch (error) {
      if (!(error instanceof OutsideError))
        log.warn({ err: error }, 'places could not be searched for outside');
      return [];
    }
  };
}
