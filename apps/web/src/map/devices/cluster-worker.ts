import type { Bounds } from '../map-view.ts';
import { createClusterIndex } from './cluster-index.ts';
import { type ClusterEvent, type ClusterRequest, unpackDevices } from './cluster-messages.ts';

/** The specification's delay of the cluster queue: changes are worked in at most this often. */
const QUEUE_MS = 300;
/** With very many devices the work itself takes long: at most a third of the time goes into it. */
const PAUSE_FACTOR = 3;

/** While the first picture comes in parts, each larger one would cost the time of the whole: it is shown when nothing has come for so long, */
const QUIET_MS = 100;
/** or after this. */
const MAX_QUIET_MS = 2_000;

const index = createClusterIndex();
let lastQuery: { area: Bounds; zoom: number } | null = null;
let stale = false;
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = QUEUE_MS;
/** Devices that were added since the last rebuild, and since when. */
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
  if (lastQuery !== null) send({ type: 'shown', ...index.query(lastQuery.area, lastQuery.zoom) });
}

/** The first change is shown at once, those that follow within the pause together at its end. */
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

/** Whether so many have come that what is shown is of a part only. */
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
      // Not held back: a person chose it.
      index.pin(data.ids);
      rebuild();
      sendVisible();
      break;
    case 'look':
      lastQuery = data;
      sendVisible();
      break;
    case 'open':
      send({ type: 'opened', key: data.key, ...index.expand(data.key, data.limit) });
      break;
  }
});
