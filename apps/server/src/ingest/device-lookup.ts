import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { classifyFailure } from '../db/database-failure.ts';
import type { RegisteredTracker, TrackerRegistry } from './registry.ts';

/** Milliseconds before a failed look-up is retried. */
const RETRY_DELAY = 500;

/**
 * Finds the tracker of a device, and queries the database for one that is not in memory. So a tracker registered a
 * moment ago works at once, even before the event about it arrives. One query at a time loads all requested devices.
 * Unknown devices are not looked up again for a while, so they cost little.
 */
export class DeviceLookup {
  readonly #registry: TrackerRegistry;
  readonly #clock: Clock;
  readonly #unknownTtl: number;
  readonly #maxUnknown: number;
  readonly #stopping: AbortSignal;
  /** Until when a device is treated as unknown; the oldest entries are evicted first. */
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

  /** Returns the tracker; null when it is known to be unknown; undefined when `load` must be awaited first. */
  find(deviceId: string): RegisteredTracker | null | undefined {
    const tracker = this.#registry.find(deviceId);
    if (tracker !== undefined) return tracker;
    const expiresAt = this.#unknown.get(deviceId);
    return expiresAt !== undefined && expiresAt > this.#clock.now() ? null : undefined;
  }

  /**
   * Resolves to true when `find` has a result, which takes as long as the database is unavailable; false when the
   * engine stops before.
   */
  async load(deviceId: string): Promise<boolean> {
    while (this.find(deviceId) === undefined) {
      if (this.#stopping.aborted) return false;
      this.#requested.add(deviceId);
      this.#query ??= this.#lookUp();
      await this.#query;
    }
    return true;
  }

  /** A tracker was registered: any device could be known now. */
  clearUnknown(): void {
    this.#unknown.clear();
  }

  async #lookUp(): Promise<void> {
    // Requests of the same turn of the event loop share one query.
    await Promise.resolve();
    const deviceIds = [...this.#requested];
    this.#requested = new Set();
    try {
      await this.#read(deviceIds);
    } catch {
      // The database is unavailable, which the writer logs. The callers keep waiting.
      await delay(RETRY_DELAY, undefined, { signal: this.#stopping }).catch(() => undefined);
    } finally {
      this.#query = null;
    }
  }

  /** Halves the numbers until the one that the database cannot read is isolated: no tracker can have it. */
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
