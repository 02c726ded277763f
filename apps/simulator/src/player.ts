import type { Report } from '@wakeline/domain/reports/report';
import type { DeviceLink } from './link/device-link.ts';

/** Clock of simulated devices: real time, or faster. */
export interface SimulatedClock {
  /** Epoch milliseconds, simulated. */
  now(): number;
  /** Real milliseconds until a simulated time; 0 if it is in the past. */
  realMsUntil(time: number): number;
}

/** Creates a clock that starts at `start` and runs `rate` times as fast as real time. */
export function createClock(start: number, rate: number): SimulatedClock {
  const origin = performance.now();
  const now = () => start + (performance.now() - origin) * rate;
  return { now, realMsUntil: (time) => Math.max(0, (time - now()) / rate) };
}

/** A device that is being simulated. */
export interface PlayedDevice {
  readonly link: DeviceLink;
  /** Its report at a simulated time. */
  readonly reportAt: (time: number) => Report;
  /** Simulated milliseconds between two reports. */
  readonly interval: number;
  /** Simulated epoch milliseconds: first report, and end of reporting. */
  readonly from: number;
  readonly until: number;
  /** Whether it has coverage at a simulated time; default: always. */
  readonly hasCoverageAt?: (time: number) => boolean;
}

/** Maximum delay of a Node.js timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a device until `until` or until `signal` is aborted, then resolves. The link still delivers outstanding reports.
 */
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
      device.link.setCoverage(device.hasCoverageAt?.(Math.min(now, device.until)) ?? true);
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
