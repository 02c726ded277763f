import type { Bounds } from '../map-view.ts';
import { createClusterIndex } from './cluster-index.ts';
import { type ClusterAnswer, type ClusterRequest, unpackPlaces } from './cluster-messages.ts';

/** The specification's delay of the cluster queue: changes are worked in at most this often. */
const QUEUE_MS = 300;
/** With very many devices the work itself takes long: at most a third of the time goes into it. */
const SHARE = 3;

const index = createClusterIndex();
let looked: { area: Bounds; zoom: number } | null = null;
let stale = false;
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = QUEUE_MS;

function say(answer: ClusterAnswer): void {
  postMessage(answer);
}

function rebuild(): void {
  stale = false;
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
  if (timer !== null) return;
  rebuild();
  show();
  timer = setTimeout(() => {
    timer = null;
    if (stale) changed();
  }, pause);
}

addEventListener('message', ({ data }: MessageEvent<ClusterRequest>) => {
  switch (data.type) {
    case 'change':
      for (const place of unpackPlaces(data.places)) index.put(place);
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
