import type { Bounds } from '../map-view.ts';
import { ClusterIndex } from './cluster-index.ts';
import { type ClusterEvent, type ClusterRequest, DEVICE_COLUMNS } from './cluster-messages.ts';

/** Minimum interval between two results of changes: the specification's delay of the cluster queue. */
const QUEUE_MS = 300;
/** With very many devices a query takes long: use at most a quarter of the time for it. */
const PAUSE_FACTOR = 3;

const index = new ClusterIndex();
let lastQuery: { area: Bounds; zoom: number } | null = null;
let isStale = false;
let timer: ReturnType<typeof setTimeout> | null = null;

function send(event: ClusterEvent, transfer: Transferable[] = []): void {
  postMessage(event, { transfer });
}

/** Sends the visible state; the next changes follow after a pause. */
function sendVisible(): void {
  if (lastQuery === null) return;
  const start = performance.now();
  isStale = false;
  const visible = index.query(lastQuery.area, lastQuery.zoom);
  send({ type: 'visible', ...visible }, [visible.singles.buffer, visible.clusters.buffer] as Transferable[]);
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(
    () => {
      timer = null;
      if (isStale) sendVisible();
    },
    Math.max(QUEUE_MS, (performance.now() - start) * PAUSE_FACTOR),
  );
}

addEventListener('message', ({ data }: MessageEvent<ClusterRequest>) => {
  switch (data.type) {
    case 'change': {
      const { devices, removed } = data;
      for (let at = 0; at + DEVICE_COLUMNS <= devices.length; at += DEVICE_COLUMNS)
        index.put(devices[at] ?? 0, devices[at + 1] ?? 0, devices[at + 2] ?? 0, devices[at + 3] ?? 0);
      for (const id of removed) index.remove(id);
      isStale = true;
      if (timer === null) sendVisible();
      break;
    }
    case 'pin':
      // Not delayed, because the user selected it.
      index.pin(data.ids);
      sendVisible();
      break;
    case 'query':
      lastQuery = data;
      sendVisible();
      break;
    case 'expand':
      send({ type: 'expanded', key: data.key, ...index.expand(data.key, data.limit) });
      break;
  }
});
