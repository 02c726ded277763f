import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import type { Bounds } from '../map-view.ts';
import type { DevicePoint, VisibleClusters } from './cluster-index.ts';

/** Messages from the page to the cluster worker. */
export type ClusterRequest =
  | {
      readonly type: 'change';
      readonly devices: Float64Array<ArrayBuffer>;
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

const COLUMNS = 4;

/** Devices as numbers in a buffer that can be transferred to the worker without a copy. */
export function packDevices(devices: readonly DevicePoint[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(devices.length * COLUMNS);
  devices.forEach(({ id, lng, lat, status }, row) => {
    packed.set([id, lng, lat, TRACKER_STATUSES.indexOf(status)], row * COLUMNS);
  });
  return packed;
}

export function* unpackDevices(packed: Float64Array): Generator<DevicePoint> {
  for (let at = 0; at + COLUMNS <= packed.length; at += COLUMNS) {
    const [id = 0, lng = 0, lat = 0, status = 0] = packed.subarray(at, at + COLUMNS);
    yield { id, lng, lat, status: TRACKER_STATUSES[status] ?? 'OFFLINE' };
  }
}
