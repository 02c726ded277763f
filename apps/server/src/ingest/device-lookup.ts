import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { classifyFailure } from '../db/database-failure.ts';
import type { RegisteredTracker, TrackerRegistry } from './registry.ts';

/** Milliseconds before a look-up that failed is tried again. */
const RETRY_DELAY = 500;

/**
 * Finds the tracker of a device, and asks the database about one that is not in memory: whoever was registered a moment ago
 * works at once, also where the event about it is still on its way. One query at a time takes all that are
 * asked for, and who was looked up in vain is not looked up again for a while, so strangers cost little.
 */
export class DeviceLookup {
  readonly #registry: TrackerRegistry;
  readonly #clock: Clock;
  readonly #unknownTtl: number;
  readonly #maxUnknown: number;
  readonly #stopping: AbortSignal;
  /** Until when a device is taken as unknown; the oldest entries go first. */
  readonly #unknown = new Map<string, number>();
  #requested = new Set<string>();
  #query: Promise<void> | null = null;

  constructor(options: {
    registry: TrackerRegistry;
    clock: Clock;
    unknownTtl: number;
    maxUnknown: number;
    stopping: AbortSignal;
  }) {
    this.#registry = options.registry;
    this.#clock = options.clock;
    this.#unknownTtl = options.unknownTtl;
    this.#maxUnknown = options.maxUnknown;
    this.#stopping = options.stopping;
  }

  /** The tracker; null when it is known to be unknown; undefined when `ask` has to be waited for. */
  find(deviceId: string): RegisteredTracker | null | undefined {
    const tracker = this.#registry.find(deviceId);
    if (tracker !== undefined) return tracker;
    const expiresAt = this.#unknown.get(deviceId);
    return expiresAt !== undefined && expiresAt > this.#clock.now() ? null : undefined;
  }

  /** True when `find` has an answer, which takes as long as the database is away; false when the engine stops before. */
  async load(deviceId: string): Promise<boolean> {
    while (this.find(deviceId) === undefined) {
      if (this.#stopping.aborted) return false;
      this.#requested.add(deviceId);
      this.#query ??= this.#lookUp();
      await this.#query;
    }
    return true;
  }

  /** Somebody was registered: nobody is known to be unknown any more. */
  clearUnknown(): void {
    this.#unknown.clear();
  }

  async #lookUp(): Promise<void> {
    // What is asked for in this turn of the event loop goes into one query.
    await Promise.resolve();
    const deviceIds = [...this.#requested];
    this.#requested = new Set();
    try {
      await this.#read(deviceIds);
    } catch {
      // The database is away, which the writer reports. Those who ask go on waiting.
      await delay(RETRY_DELAY, undefined, { signal: this.#stopping }).catch(() => undefined);
    } finally {
      this.#query = null;
    }
  }

  /** Halves the numbers until the one that the database cannot read is alone: nobody is registered with it. */
  async #read(deviceIds: readonly string[]): Promise<void> {
    try {
      await this.#registry.lookUp(deviceIds);
    } catch (error) {
      if (classifyFailure(error) !== 'data') throw error;
      if (deviceIds.length > 1) {
        const middle = Math.ceil(deviceIds.length / 2);
        await this.#read(deviceIds.slice(0, middle));
        await this.#read(deviceIds.slice(middle));
        return;
      }
    }
    this.#cacheUnknown(deviceIds);
  }

  #cacheUnknown(deviceIds: readonly string[]): void {
    const expiresAt = this.#clock.now() + this.#unknownTtl;
    for (const deviceId of deviceIds) {
      if (this.#registry.find(deviceId) !== undefined) continue;
      this.#unknown.delete(deviceId);
      this.#unknown.set(deviceId, expiresAt);
    }
    for (const deviceId of this.#unknown.keys()) {
      if (this.#unknown.size <= this.#maxUnknown) break;
      this.#unknown.delete(deviceId);
    }
  }
}
