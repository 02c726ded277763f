import { LIMITS } from '@wakeline/contract/limits';
import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { Report } from '@wakeline/domain/reports/report';
import { alignSecond } from '@wakeline/protocols/feeds/align-second';
import type { FeedMessage } from '@wakeline/protocols/feeds/feed-message';
import type { TrafficChanges } from '../../live/feed.ts';
import type { RegisteredTracker } from '../registry.ts';
import { FeedObject } from './feed-object.ts';
import type { FeedSettings } from './feed-run.ts';
import {
  DISTRESS_CONFIRMATIONS,
  DUPLICATE_WINDOW,
  isInArea,
  MAX_STATION_DELAY,
  MAX_STATION_LEAD,
  OBJECT_TTL,
} from './feed-settings.ts';
import { RecentKeys } from './recent-keys.ts';
import { toTrafficObject } from './traffic-object.ts';

export type MessageOutcome =
  | { readonly type: 'merged' | 'outside' | 'duplicate' | 'jump' | 'full' }
  /** Of a device, too early for another report. */
  | { readonly type: 'seen'; readonly tracker: RegisteredTracker }
  | { readonly type: 'report'; readonly tracker: RegisteredTracker; readonly report: Report };

interface ObjectCounts {
  readonly objects: number;
  readonly bound: number;
}

const MERGED: MessageOutcome = { type: 'merged' };
/** Milliseconds for which counts are used again: several feeds are listed together. */
const COUNTS_TTL = 1_000;

/** The objects of all feeds of one account, with what their messages add up to. In memory only. */
export class AccountObjects {
  readonly #findTracker: (objectId: string) => RegisteredTracker | null;
  readonly #canReport: (tracker: RegisteredTracker) => boolean;
  readonly #objects = new Map<string, FeedObject>();
  readonly #recent = new RecentKeys(DUPLICATE_WINDOW);
  /** Objects that consoles may draw and that changed since the last `takeChanges`; only while consoles draw them. */
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  #isWatched = false;
  #counts: ReadonlyMap<number, ObjectCounts> = new Map();
  #countedAt = Number.NEGATIVE_INFINITY;
  #countedObjects = 0;

  /**
   * @param findTracker the device of this account with a number that may report through a feed; null: none
   * @param canReport false while the account exceeds its limit of positions: the report stays due
   */
  constructor(
    findTracker: (objectId: string) => RegisteredTracker | null,
    canReport: (tracker: RegisteredTracker) => boolean,
  ) {
    this.#findTracker = findTracker;
    this.#canReport = canReport;
  }

  /** @param key equal for copies of the same message; null: messages are never copies */
  receive(feed: FeedSettings, message: FeedMessage, key: string | null, now: number): MessageOutcome {
    if (key !== null && this.#recent.isDuplicate(key, now)) return { type: 'duplicate' };
    const { objectId, position } = message;
    const tracker = this.#findTracker(objectId);
    const known = this.#objects.get(objectId);
    if (feed.area !== null && (position === null ? known === undefined : !isInArea(feed.area, position)))
      return { type: 'outside' };
    if (known === undefined && this.#objects.size >= LIMITS.feedObjects && !this.#makeRoom(tracker !== null))
      return { type: 'full' };
    const object = known ?? new FeedObject(message, feed.feedId);
    if (known === undefined) this.#objects.set(objectId, object);
    object.feedId = feed.feedId;
    if (tracker === null && feed.unknownObjects === 'ignore') {
      object.lastSeen = now;
      // It was traffic or a device until now.
      if (object.position !== null) this.#hide(object);
      return MERGED;
    }
    if (!object.apply(message, timeOf(message, now), now, DISTRESS_CONFIRMATIONS[feed.family]))
      return { type: 'jump' };
    if (tracker === null) {
      if (this.#isWatched && object.position !== null) this.#changed.add(objectId);
      return MERGED;
    }
    const report = this.#canReport(tracker) ? object.takeReport(now, feed.intervalMs) : null;
    return report === null ? { type: 'seen', tracker } : { type: 'report', tracker, report };
  }

  /** Drops the object without a device that was seen longest ago, for one with a device. */
  #makeRoom(isBound: boolean): boolean {
    if (!isBound) return false;
    let oldest: FeedObject | null = null;
    for (const object of this.#objects.values()) {
      if (
        this.#findTracker(object.objectId) === null &&
        (oldest === null || object.lastSeen < oldest.lastSeen)
      )
        oldest = object;
    }
    if (oldest !== null) this.#remove(oldest.objectId);
    return oldest !== null;
  }

  #hide(object: FeedObject): void {
    object.position = null;
    this.#changed.delete(object.objectId);
    if (this.#isWatched) this.#removed.add(object.objectId);
  }

  #remove(objectId: string): void {
    this.#objects.delete(objectId);
    this.#changed.delete(objectId);
    if (this.#isWatched) this.#removed.add(objectId);
  }

  /** Drops objects without recent messages, and those of feeds that no longer exist. */
  expire(now: number, feeds: ReadonlyMap<number, FeedSettings>): void {
    for (const object of this.#objects.values()) {
      const feed = feeds.get(object.feedId);
      if (feed === undefined || now - object.lastSeen > OBJECT_TTL[feed.family])
        this.#remove(object.objectId);
    }
  }

  /** Devices were registered or removed: objects with a device are not traffic. */
  rebind(): void {
    this.#countedAt = Number.NEGATIVE_INFINITY;
    if (!this.#isWatched) return;
    for (const { objectId } of this.#objects.values()) {
      if (this.#findTracker(objectId) === null) this.#changed.add(objectId);
      else {
        this.#changed.delete(objectId);
        this.#removed.add(objectId);
      }
    }
  }

  /** Number of objects of a feed, and of the ones that are devices. */
  count(feedId: number, now: number): ObjectCounts {
    const isOld = now - this.#countedAt >= COUNTS_TTL || now < this.#countedAt;
    if (isOld || this.#objects.size !== this.#countedObjects) {
      this.#counts = this.#countAll();
      this.#countedAt = now;
      this.#countedObjects = this.#objects.size;
    }
    return this.#counts.get(feedId) ?? { objects: 0, bound: 0 };
  }

  #countAll(): ReadonlyMap<number, ObjectCounts> {
    const counts = new Map<number, { objects: number; bound: number }>();
    for (const { feedId, objectId } of this.#objects.values()) {
      const count = counts.get(feedId) ?? { objects: 0, bound: 0 };
      counts.set(feedId, count);
      count.objects++;
      if (this.#findTracker(objectId) !== null) count.bound++;
    }
    return counts;
  }

  /** Objects with a position and without a device, of one feed or (null) of all, the most recent first. */
  traffic(feedId: number | null): readonly TrafficObject[] {
    const found: FeedObject[] = [];
    for (const object of this.#objects.values()) {
      if (feedId !== null && object.feedId !== feedId) continue;
      if (object.position !== null && this.#findTracker(object.objectId) === null) found.push(object);
    }
    return found.sort((a, b) => b.lastSeen - a.lastSeen).flatMap((object) => toTrafficObject(object) ?? []);
  }

  /** What changed since the last call. The first call returns nothing: `traffic` has everything before it. */
  takeChanges(): TrafficChanges {
    this.#isWatched = true;
    const changed = [...this.#changed].flatMap((objectId) => {
      const object = this.#objects.get(objectId);
      return object === undefined ? [] : (toTrafficObject(object) ?? []);
    });
    const removed = [...this.#removed].filter((objectId) => !this.#changed.has(objectId));
    this.#changed.clear();
    this.#removed.clear();
    return { changed, removed };
  }

  /** No console draws traffic any more. */
  stopWatching(): void {
    this.#isWatched = false;
    this.#changed.clear();
    this.#removed.clear();
  }
}

/** The time of a message's position, epoch milliseconds: never in the future. */
function timeOf({ time, second }: FeedMessage, receivedAt: number): number {
  const isUsable =
    time !== null && receivedAt - time <= MAX_STATION_DELAY && time - receivedAt <= MAX_STATION_LEAD;
  const base = isUsable ? Math.min(time, receivedAt) : receivedAt;
  return second === null ? base : alignSecond(base, second);
}
