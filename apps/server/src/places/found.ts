import type { ResultOf } from '@wakeline/contract/operation';
import type { geoLocInfoWithKeywords } from '@wakeline/contract/places';

export type Found = ResultOf<typeof geoLocInfoWithKeywords>['list'][number];

/** What was found, with how well it answers the keywords: as `matchOf` says, the best first. */
export interface Ranked {
  readonly found: Found;
  readonly match: number;
}
