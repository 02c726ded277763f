/** A part of all trackers that one writer stores: those whose id has the remainder `index` when divided by `count`. */
export interface TrackerPartition {
  readonly index: number;
  readonly count: number;
}

/** Some of the partitions. */
export interface OwnedPartitions {
  readonly indexes: readonly number[];
  readonly count: number;
}

/** The index of the partition of a tracker. */
export function partitionOf(trackerId: number, count: number): number {
  return trackerId % count;
}
