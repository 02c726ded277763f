import type { Bounds } from '../map-view.ts';
import type { VisibleClusters } from './cluster-index.ts';
import type { ClusterEvent, ClusterRequest } from './cluster-messages.ts';

/** The devices of a cluster, and the zoom at which it splits. */
export interface ExpandedCluster {
  readonly ids: readonly number[];
  readonly zoom: number;
}

/** The page's side of the cluster worker. */
export interface ClusterLink {
  /** Devices as in `ClusterRequest`; the array is transferred. */
  change(devices: Float64Array, removed: readonly number[]): void;
  pin(ids: ReadonlySet<number>): void;
  query(bounds: Bounds, zoom: number): void;
  expand(key: number, limit: number): Promise<ExpandedCluster>;
  stop(): void;
}

/** @param onFailed called when the worker cannot be loaded, or throws */
export function startClusterLink(
  onVisibleClusters: (visible: VisibleClusters) => void,
  onFailed: (error: Error) => void,
): ClusterLink {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, (expanded: ExpandedCluster) => void>();
  const send = (request: ClusterRequest, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);
  worker.addEventListener('message', ({ data }: MessageEvent<ClusterEvent>) => {
    if (data.type === 'visible') onVisibleClusters(data);
    else {
      pending.get(data.key)?.(data);
      pending.delete(data.key);
    }
  });
  // If the worker file cannot be loaded, the event has no message.
  worker.addEventListener('error', ({ message }) =>
    onFailed(new Error(`cluster worker failed: ${message ?? 'it could not be loaded'}`)),
  );
  return {
    change: (devices, removed) => send({ type: 'change', devices, removed }, [devices.buffer as ArrayBuffer]),
    pin: (ids) => send({ type: 'pin', ids }),
    query: (area, zoom) => send({ type: 'query', area, zoom }),
    expand(key, limit) {
      const expanded = new Promise<ExpandedCluster>((resolve) => pending.set(key, resolve));
      send({ type: 'expand', key, limit });
      return expanded;
    },
    stop: () => worker.terminate(),
  };
}
