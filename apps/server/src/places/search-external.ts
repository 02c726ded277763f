import type { Language } from '@wakeline/contract/entities/user-config';
import type { Coordinates } from '@wakeline/domain/geo/great-circle';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { ExternalServiceError } from './fetch-external-json.ts';
import type { Geocoder, GeocoderPlace } from './geocoder.ts';
import { LruCache } from './lru-cache.ts';
import type { ServiceLimiter } from './service-limiter.ts';

const CACHE_SIZE = 500;
const CACHE_TTL_MS = 600_000;

/**
 * Finds places by keywords with the operator's geocoder; returns none when it is not configured, or fails.
 * `canRequest` is called when the result is not cached.
 */
export type SearchExternal = (
  keywords: string,
  near: Coordinates | null,
  language: Language,
  canRequest: () => boolean,
) => Promise<readonly GeocoderPlace[]>;

export interface SearchExternalOptions {
  readonly search: Geocoder['search'];
  readonly limiter: ServiceLimiter;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

export function createSearchExternal({ search, limiter, clock, log }: SearchExternalOptions): SearchExternal {
  const cache = new LruCache<readonly GeocoderPlace[]>(CACHE_SIZE);
  return async (keywords, near, language, canRequest) => {
    if (search === null) return [];
    // Searches from about the same position share a result.
    const area = near === null ? '' : `${near.latitude.toFixed(1)} ${near.longitude.toFixed(1)}`;
    const key = `${language} ${area} ${keywords}`;
    const cached = cache.get(key, clock.now());
    if (cached !== undefined) return cached;
    if (!canRequest()) return [];
    try {
      const places = await limiter.run((signal) => search(keywords, near, language, signal));
      cache.set(key, places, clock.now() + CACHE_TTL_MS);
      return places;
    } catch (error) {
      if (!(error instanceof ExternalServiceError))
        log.warn({ err: error }, 'an external place search failed');
      return [];
    }
  };
}
