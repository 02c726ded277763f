import type { Report } from '@wakeline/domain/reports/report';

/**
 * The frames of one device, created before the measurement: sending them is then a slice of one buffer, so that the load takes
 * little of the two cores it shares with the server.
 */
export class FrameTape {
  readonly bytes: Buffer;
  /** Where each frame starts, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(encode: (reports: readonly Report[]) => Uint8Array, frames: readonly (readonly Report[])[]) {
    const encodedFrames = frames.map(encode);
    this.bytes = Buffer.concat(encodedFrames);
    this.#starts = new Uint32Array(encodedFrames.length + 1);
    for (const [index, encoded] of encodedFrames.entries()) {
      this.#starts[index + 1] = (this.#starts[index] ?? 0) + encoded.length;
    }
  }

  get frames(): number {
    return this.#starts.length - 1;
  }

  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(this.#starts[from], this.#starts[to]);
  }
}

/**
 * `count` reports of a driving device, one per second, starting with number `first`; report 0 is at `start` (epoch
 * milliseconds).
 *
 * @param ignitionEvery reports after which the ignition changes, each change an event; 0: never.
 */
export function drivingReports(
  device: number,
  start: number,
  count: number,
  first = 0,
  ignitionEvery = 0,
): readonly Report[] {
  return Array.from({ length: count }, (_, at) => at + first).map((index) => ({
    time: start + index * 1_000,
    fix: {
      latitude: 24.78 + (device % 100) / 100 + index / 1e5,
      longitude: 110.49 + Math.floor(device / 100) / 100 + index / 1e5,
      altitude: 100 + (index % 50),
      speed: 30 + (index % 20),
      course: (index * 7) % 360,
      accuracy: null,
      valid: true,
    },
    battery: null,
    gsm: 80,
    satellites: 8 + (index % 5),
    alarms: [],
    attributes: { ignition: ignitionEvery === 0 || Math.floor(index / ignitionEvery) % 2 === 0 },
  }));
}

/** As `drivingReports`: `count` reports of a device, one per second, from number `first` on; report 0 is at `start`. */
export type ReportsOf = (device: number, start: number, count: number, first: number) => readonly Report[];
