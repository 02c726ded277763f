import type { Bounds } from '../map-view.ts';
import type { VisibleClusters } from './cluster-index.ts';

/** Messages from the page to the cluster worker. */
export type ClusterRequest =
  | {
      readonly type: 'change';
      /** `DEVICE_COLUMNS` for each device: id, longitude, latitude, index in `TRACKER_STATUSES`. */
      readonly devices: Float64Array;
      readonly removed: readonly number[];
    }
  | { readonly type: 'pin'; readonly ids: ReadonlySet<number> }
  | { readonly type: 'query'; readonly area: Bounds; readonly zoom: number }
  | { readonly type: 'expand'; readonly key: number; readonly limit: number };

export type ClusterEvent =
  | ({ readonly type: 'visible' } & VisibleClusters)
  | {
      readonly type: 'expanded';
      readonly key: number;
      readonly ids: readonly number[];
      readonly zoom: number;
    };

/** Numbers of a device in a change. */
export const DEVICE_COLUMNS = 4;
