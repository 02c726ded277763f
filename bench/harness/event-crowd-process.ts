import { setTimeout as delay } from 'node:timers/promises';
import { EventViewer, type Versions, ViewerFigures } from './event-viewer.ts';
import { inGroups, localAddressOf } from './local-address.ts';

/** What the benchmark sends, in this order. `measure`: figures begin again. */
export type CrowdRequest =
  | {
      readonly kind: 'open';
      readonly host: string;
      readonly port: number;
      readonly path: string;
      readonly first: number;
      readonly viewers: number;
    }
  | { readonly kind: 'poll' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'end' };

export type CrowdResponse =
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'figures';
      readonly latencies: Float64Array;
      readonly responses: ReadonlyMap<number, number>;
      readonly bytes: number;
      readonly late: number;
      /** Processor time of this process while it measured, seconds. */
      readonly cpu: number;
    };

/** Milliseconds between two requests of a viewer. */
const PERIOD = 1_000;
const TICK = 5;

let viewers: EventViewer[] = [];
let figures = new ViewerFigures();
let cpuBefore = process.cpuUsage();
let isPolling = false;

// The benchmark disconnects when it has the figures, or has failed.
process.once('disconnect', () => process.exit());
process.on('message', (request: CrowdRequest) => {
  void handle(request);
});

async function handle(request: CrowdRequest): Promise<void> {
  if (request.kind === 'open') {
    const { first, host, port, path } = request;
    const versions: Versions = new Map();
    const numbers = Array.from({ length: request.viewers }, (_, at) => first + at);
    viewers = await inGroups(numbers, (number) =>
      EventViewer.open(
        { host, port, path, key: `viewer-${number}`, localAddress: localAddressOf(number) },
        versions,
        figures,
      ),
    );
    respond({ kind: 'opened' });
  } else if (request.kind === 'poll') {
    isPolling = true;
    await poll();
  } else if (request.kind === 'measure') {
    figures = new ViewerFigures();
    for (const viewer of viewers) viewer.figures = figures;
    cpuBefore = process.cpuUsage();
  } else {
    isPolling = false;
    const { user, system } = process.cpuUsage(cpuBefore);
    const { latencies, ...counted } = figures;
    const { responses, bytes, late } = counted;
    respond({
      ...{ kind: 'figures', latencies: Float64Array.from(latencies), responses, bytes, late },
      cpu: (user + system) / 1e6,
    });
    for (const viewer of viewers) viewer.close();
  }
}

/** One after the other, evenly, each once in a period. */
async function poll(): Promise<void> {
  const startedAt = performance.now();
  for (let polled = 0; isPolling; ) {
    const due = Math.floor(((performance.now() - startedAt) / PERIOD) * viewers.length);
    for (; polled < due; polled++) viewers[polled % viewers.length]?.poll();
    await delay(TICK);
  }
}

function respond(response: CrowdResponse): void {
  process.send?.(response);
}
