import type { Bounds } from '../map-view.ts';
import type { DevicePlace, Shown } from './cluster-index.ts';
import { type ClusterAnswer, type ClusterRequest, packPlaces } from './cluster-messages.ts';

/** A cluster that was asked for: its devices, and the zoom at which it falls apart. */
export interface Opened {
  readonly ids: readonly number[];
  readonly zoom: number;
}

/** The page's end of the worker that clusters. */
export interface ClusterLink {
  change(places: readonly DevicePlace[], removed: readonly number[]): void;
  pin(ids: ReadonlySet<number>): void;
  look(area: Bounds, zoom: number): void;
  open(key: number, limit: number): Promise<Opened>;
  stop(): void;
}

/** @param onFailed called when the worker cannot be loaded, or throws. */
export function startClusterLink(
  onShown: (shown: Shown) => void,
  onFailed: (error: Error) => void,
): ClusterLink {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (opened: Opened) => void>();
  const say = (request: ClusterRequest, transfer: Transferable[] = []) =>
    worker.postMessage(request, transfer);
  worker.addEventListener('message', ({ data }: MessageEvent<ClusterAnswer>) => {
    if (data.type === 'shown') onShown(data);
    else {
      waiting.get(data.key)?.(data);
      waiting.delete(data.key);
    }
  });
  // A file that cannot be loaded is told by an event without a message.
  worker.addEventListener('error', ({ message }) =>
    onFailed(new Error(`the worker that clusters has failed: ${message ?? 'it could not be loaded'}`)),
  );
  return {
    change(list, removed) {
      const places = packPlaces(list);
      say({ type: 'change', places, removed }, [places.buffer]);
    },
    pin: (ids) => say({ type: 'pin', ids }),
    look: (area, zoom) => say({ type: 'look', area, zoom }),
    open(key, limit) {
      const opened = new Promise<Opened>((resolve) => waiting.set(key, resolve));
      say({ type: 'open', key, limit });
      return opened;
    },
    stop: () => worker.terminate(),
  };
}
