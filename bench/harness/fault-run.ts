import { setTimeout as delay } from 'node:timers/promises';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { ReliableDevice } from './reliable-device.ts';
import { type BenchServer, startServer } from './server.ts';

export interface FaultRunOptions {
  readonly data: string;
  readonly devices: number;
  /** Milliseconds of load before and after the fault. */
  readonly before: number;
  readonly after: number;
  /** Injects the fault and ends it; returns the server to use from then on. */
  readonly fault: (server: BenchServer) => Promise<BenchServer>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface FaultResult {
  readonly acknowledged: number;
  readonly stored: number;
  readonly reconnects: number;
  /** Acknowledged but not stored. Must be 0. */
  readonly lost: number;
  /** Stored more than once. Must be 0. */
  readonly doubled: number;
  /** Stored but never sent. Must be 0. */
  readonly invented: number;
  /** Milliseconds from the start of the fault to the next acknowledgement. */
  readonly recovery: number;
}

/** Injects a fault into a server under load, and checks that every acknowledged position is stored exactly once. */
export async function runFault(options: FaultRunOptions): Promise<FaultResult> {
  let server = await startServer({
    data: options.data,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  try {
    const imeis = Array.from({ length: options.devices }, (_, index) => String(13_800_000_000 + index));
    const ids = await server.register(imeis);
    // Far enough in the past that no report is in the future, however fast they are created.
    const start = Math.floor(Date.now() / 1_000) * 1_000 - 30 * 86_400_000;
    const fleet = imeis.map((imei) => new ReliableDevice(jt808, server.ports.jt808, imei, start, 20));
    const acknowledged = () => fleet.reduce((sum, device) => sum + device.acknowledged.size, 0);

    await waitUntil(() => acknowledged() > 0);
    await delay(options.before);
    const faultAt = performance.now();
    const acknowledgedBefore = acknowledged();
    server = await options.fault(server);
    const acknowledgedAfter = acknowledged();
    await waitUntil(() => acknowledged() > Math.max(acknowledgedBefore, acknowledgedAfter));
    const recovery = performance.now() - faultAt;
    await delay(options.after);
    await Promise.all(fleet.map((device) => device.finish()));

    let [stored, lost, doubled, invented] = [0, 0, 0, 0];
    for (const [index, device] of fleet.entries()) {
      const times = await storedTimes(server, ids[index] ?? 0, start);
      const storedSet = new Set(times);
      stored += times.length;
      doubled += times.length - storedSet.size;
      for (const time of device.acknowledged) if (!storedSet.has(time)) lost++;
      for (const time of storedSet) if (!device.sent.has(time)) invented++;
    }
    const reconnects = fleet.reduce((sum, device) => sum + device.reconnects, 0);
    return { acknowledged: acknowledged(), stored, reconnects, lost, doubled, invented, recovery };
  } finally {
    await server.stop();
  }
}

const WEEK = 7 * 86_400_000;

async function storedTimes(
  server: BenchServer,
  trackerId: number,
  start: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let from = start; from < Date.now(); from += WEEK) {
    const { points } = await server.client.call('getTrackByTime', {
      trackerId,
      startTime: from,
      endTime: from + WEEK - 1,
    });
    for (const { time } of points) times.push(time);
  }
  return times;
}

const TIMEOUT_MS = 120_000;

async function waitUntil(condition: () => boolean): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`no acknowledgement within ${TIMEOUT_MS / 1_000} s`);
    await delay(10);
  }
}
