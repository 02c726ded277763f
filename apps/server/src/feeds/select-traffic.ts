import type { TrafficObject } from '@wakeline/contract/trackers/feeds';

/** A page of a list of objects. */
export interface TrafficPage {
  /** Part of a number or name; empty: all. */
  readonly keywords: string;
  /** From 1. */
  readonly pageIndex: number;
  readonly pageSize: number;
}

export interface FoundTraffic {
  readonly list: TrafficObject[];
  /** Objects on all pages. */
  readonly total: number;
}

/** The objects of a page, by number: in the order of their messages, rows would move under the pointer. */
export function selectTraffic(
  objects: readonly TrafficObject[],
  { keywords, pageIndex, pageSize }: TrafficPage,
): FoundTraffic {
  const wanted = keywords.trim().toLowerCase();
  const found = objects
    .filter(({ objectId, name }) => `${objectId} ${name ?? ''}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => (a.objectId < b.objectId ? -1 : 1));
  const start = (pageIndex - 1) * pageSize;
  return { list: found.slice(start, start + pageSize), total: found.length };
}
