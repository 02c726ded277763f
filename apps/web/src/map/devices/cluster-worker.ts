import type { Bounds } from '../map-view.ts';
import { createClusterIndex } from './cluster-index.ts';
import { type ClusterAnswer, type ClusterRequest, unpackPlaces } from './cluster-messages.ts';

/** The specification's delay of the cluster queue: changes are worked in at most this often. */
const QUEUE_MS = 300;
/** With very many devices the work itself takes long: at most a third of the time goes into it. */
const SHARE = 3;

/** While the first picture comes in parts, each larger one would cost the time of the whole: it is shown when nothing has come for so long, */
const QUIET_MS = 100;
/** or after this. */
const MOST_QUIET_MS = 2_000;

const index = createClusterIndex();
let looked: { area: Bounds; zoom: number } | null = null;
let stale = false;
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = QUEUE_MS;
/** Devices that were added since the last rebuild, and since when. */
let added = 0;
let addedSince = 0;
let quiet: ReturnType<typeof setTimeout> | null = null;

function say(answer: ClusterAnswer): void {
  postMessage(answer);
}

function rebuild(): void {
  stale = false;
  added = 0;
  if (quiet !== null) clearTimeout(quiet);
  quiet = null;
  const start = performance.now();
  index.rebuild();
  pause = Math.max(QUEUE_MS, (performance.now() - start) * SHARE);
}

function show(): void {
  if (looked !== null) say({ type: 'shown', ...index.look(looked.area, looked.zoom) });
}

/** The first change is shown at once, those that follow within the pause together at its end. */
function changed(): void {
  stale = true;
  if (isGrowing()) waitForMore();
  else if (timer === null) work();
}

function work(): void {
  rebuild();
  show();
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    timer = null;
    if (stale) changed();
  }, pause);
}

/** Whether so many have come that what is shown is of a part only. */
function isGrowing(): boolean {
  return added > 0 && index.built > 0 && added * 10 > index.built;
}

function waitForMore(): void {
  const now = performance.now();
  if (quiet === null) addedSince = now;
  else clearTimeout(quiet);
  quiet = setTimeout(work, Math.max(0, Math.min(QUIET_MS, addedSince + MOST_QUIET_MS - now)));
}

addEventListener('message', ({ data }: MessageEvent<ClusterRequest>) => {
  switch (data.type) {
    case 'change':
      for (const place of unpackPlaces(data.places)) if (index.put(place)) added += 1;
      for (const id of data.removed) index.remove(id);
      changed();
      break;
    case 'pin':
      // Not held back: a person chose it.
      index.pin(data.ids);
      rebuild();
      show();
      break;
    case 'look':
      looked = data;
      show();
      break;
    case 'open':
      say({ type: 'opened', key: data.key, ...index.open(data.key, data.limit) });
      break;
  }
});
