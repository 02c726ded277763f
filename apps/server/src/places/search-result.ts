import type { ResultOf } from '@wakeline/contract/operation';
import type { geoLocInfoWithKeywords } from '@wakeline/contract/places';

export type SearchResult = ResultOf<typeof geoLocInfoWithKeywords>['list'][number];

/** What was found, with how well it answers the keywords: as `rankMatch` says, the best first. */
export interface RankedResult {
  readonly found: SearchResult;
  readonly match: number;
}
