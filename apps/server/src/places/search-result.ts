import type { ResultOf } from '@wakeline/contract/operation';
import type { geoLocInfoWithKeywords } from '@wakeline/contract/places';

export type SearchResult = ResultOf<typeof geoLocInfoWithKeywords>['list'][number];

/** A result with its rank for the keywords, from `rankMatch`: 0 is best. */
export interface RankedResult {
  readonly result: SearchResult;
  readonly match: number;
}
