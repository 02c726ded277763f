import type { Bounds } from '../map-view.ts';
import type { DevicePoint, VisibleClusters } from './cluster-index.ts';
import { type ClusterEvent, type ClusterRequest, packDevices } from './cluster-messages.ts';

/** A cluster that was asked for: its devices, and the zoom at which it falls apart. */
export interface ExpandedCluster {
  readonly ids: readonly number[];
  readonly zoom: number;
}

/** The page's end of the worker that clusters. */
export interface ClusterLink {
  change(devices: readonly DevicePoint[], removed: readonly number[]): void;
  pin(ids: ReadonlySet<number>): void;
  query(bounds: Bounds, zoom: number): void;
  expand(key: number, limit: number): Promise<ExpandedCluster>;
  stop(): void;
}

/** @param onFailed called when the worker cannot be loaded, or throws. */
export function startClusterLink(
  onVisibleClusters: (visible: VisibleClusters) => void,
  onFailed: (error: Error) => void,
): ClusterLink {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, (expanded: ExpandedCluster) => void>();
  const send = (request: ClusterRequest, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);
  worker.addEventListener('message', ({ data }: MessageEvent<ClusterEvent>) => {
    if (data.type === 'shown') onVisibleClusters(data);
    else {
      pending.get(data.key)?.(data);
      pending.delete(data.key);
    }
  });
  // A file that cannot be loaded is told by an event without a message.
  worker.addEventListener('error', ({ message }) =>
    onFailed(new Error(`the worker that clusters has failed: ${message ?? 'it could not be loaded'}`)),
  );
  return {
    change(devices, removed) {
      const packed = packDevices(devices);
      send({ type: 'change', devices: packed, removed }, [packed.buffer]);
    },
    pin: (ids) => send({ type: 'pin', ids }),
    query: (area, zoom) => send({ type: 'look', area, zoom }),
    expand(key, limit) {
      const expanded = new Promise<ExpandedCluster>((resolve) => pending.set(key, resolve));
      send({ type: 'open', key, limit });
      return expanded;
    },
    stop: () => worker.terminate(),
  };
}
