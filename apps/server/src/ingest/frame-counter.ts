import { Counter, type Registry } from 'prom-client';

/** The frames of a protocol. */
export interface FrameCount {
  inc(): void;
}

/**
 * Counts the frames of devices. The counter of the library looks up its labels with every increment, which every frame
 * would pay; here it is updated when metrics are requested.
 */
export class FrameCounter {
  readonly #pending = new Map<string, { frames: number }>();

  constructor(registry: Registry) {
    const pending = this.#pending;
    new Counter({
      name: 'wakeline_frames_total',
      help: 'Messages of devices that were decoded',
      labelNames: ['protocol'] as const,
      registers: [registry],
      collect() {
        for (const [protocol, count] of pending) {
          if (count.frames > 0) this.inc({ protocol }, count.frames);
          count.frames = 0;
        }
      },
    });
  }

  labels(protocol: string): FrameCount {
    const count = this.#pending.get(protocol) ?? { frames: 0 };
    this.#pending.set(protocol, count);
    return { inc: () => void count.frames++ };
  }
}
