import type { Report } from '@wakeline/domain/reports/report';
import type { DeviceLink } from './link/device-link.ts';

/** Time for pretend devices: as fast as ours, or faster. */
export interface SimulatedClock {
  /** Epoch milliseconds, simulated. */
  now(): number;
  /** Real milliseconds until then; 0 when it is past. */
  realMsUntil(time: number): number;
}

/** A clock that shows `start` now and from then on runs `rate` times as fast as the machine's. */
export function createClock(start: number, rate: number): SimulatedClock {
  const origin = performance.now();
  const now = () => start + (performance.now() - origin) * rate;
  return { now, realMsUntil: (time) => Math.max(0, (time - now()) / rate) };
}

/** One device under way. */
export interface PlayedDevice {
  readonly link: DeviceLink;
  /** What it reports at a simulated time. */
  readonly reportAt: (time: number) => Report;
  /** Milliseconds, simulated, between two reports. */
  readonly interval: number;
  /** Epoch milliseconds, simulated: the first report, and the time after which there is none any more. */
  readonly from: number;
  readonly until: number;
  /** Whether it has coverage at a time; without it always. */
  readonly coveredAt?: (time: number) => boolean;
}

/** Longest time that a timer of Node.js can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Lets a device report until its time is over or `signal` ends it. Resolves then; what is outstanding is the link's affair. */
export function play(device: PlayedDevice, clock: SimulatedClock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let next = device.from;
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const step = () => {
      const now = clock.now();
      device.link.setCoverage(device.coveredAt?.(Math.min(now, device.until)) ?? true);
      const due: Report[] = [];
      while (next <= now && next <= device.until) {
        due.push(device.reportAt(next));
        next += device.interval;
      }
      if (due.length > 0) device.link.report(due);
      if (next > device.until) stop();
      else timer = setTimeout(step, Math.min(MAX_TIMER_MS, clock.realMsUntil(next)));
    };
    if (signal.aborted) {
      resolve();
      return;
    }
    signal.addEventListener('abort', stop);
    step();
  });
}
