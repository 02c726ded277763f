import type { Bounds } from '../map-view.ts';
import { createClusterIndex } from './cluster-index.ts';
import { type ClusterEvent, type ClusterRequest, unpackDevices } from './cluster-messages.ts';

/** Minimum interval between rebuilds: the specification's delay of the cluster queue. */
const QUEUE_MS = 300;
/** With very many devices a rebuild takes long: use at most a third of the time for it. */
const PAUSE_FACTOR = 3;

/**
 * During the initial load every rebuild would cost the time of the full one. So wait until no devices have arrived
 * for this long,
 */
const QUIET_MS = 100;
/** but no longer than this. */
const MAX_QUIET_MS = 2_000;

const index = createClusterIndex();
let lastQuery: { area: Bounds; zoom: number } | null = null;
let stale = false;
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = QUEUE_MS;
/** Devices added since the last rebuild, and when the first one was. */
let added = 0;
let addedSince = 0;
let quietTimer: ReturnType<typeof setTimeout> | null = null;

function send(event: ClusterEvent): void {
  postMessage(event);
}

function rebuild(): void {
  stale = false;
  added = 0;
  if (quietTimer !== null) clearTimeout(quietTimer);
  quietTimer = null;
  const start = performance.now();
  index.rebuild();
  pause = Math.max(QUEUE_MS, (performance.now() - start) * PAUSE_FACTOR);
}

function sendVisible(): void {
  if (lastQuery !== null) send({ type: 'visible', ...index.query(lastQuery.area, lastQuery.zoom) });
}

/** Applies the first change immediately, and later ones together at the end of the pause. */
function handleChange(): void {
  stale = true;
  if (isGrowing()) waitForMore();
  else if (timer === null) rebuildAndSend();
}

function rebuildAndSend(): void {
  rebuild();
  sendVisible();
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    if (stale) handleChange();
  }, pause);
}

/** Whether so many devices arrived that the visible state covers only part of them. */
function isGrowing(): boolean {
  return added > 0 && index.builtCount > 0 && added * 10 > index.builtCount;
}

function waitForMore(): void {
  const now = performance.now();
  if (quietTimer === null) addedSince = now;
  else clearTimeout(quietTimer);
  quietTimer = setTimeout(rebuildAndSend, Math.max(0, Math.min(QUIET_MS, addedSince + MAX_QUIET_MS - now)));
}

addEventListener('message', ({ data }: MessageEvent<ClusterRequest>) => {
  switch (data.type) {
    case 'change':
      for (const device of unpackDevices(data.devices)) if (index.put(device)) added += 1;
      for (const id of data.removed) index.remove(id);
      handleChange();
      break;
    case 'pin':
      // Not delayed, because the user selected it.
      index.pin(data.ids);
      rebuild();
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
