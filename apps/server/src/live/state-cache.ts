import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import { hideExpired } from '../trackers/status-dto.ts';

interface CachedState {
  readonly version: number;
  /**
   * Null: a state is known to exist. Otherwise the state until it is first sent, and from then on the JSON of the
   * contract's `liveState`, encoded once for all consoles.
   */
  content: TrackerStatusDto | string | null;
}

/** The latest states of an account's trackers, as the texts that consoles receive. */
export class StateCache {
  readonly #states = new Map<number, CachedState>();
  /** The end of the validity, of trackers that have one, epoch milliseconds. */
  readonly #validUntil = new Map<number, number>();
  /** Ids are never reused: late updates of a removed tracker are dropped. */
  readonly #removed = new Set<number>();

  /** Stores a state unless a newer one is cached. Returns whether it was stored. */
  put(trackerId: number, version: number, status: TrackerStatusDto): boolean {
    if (this.#removed.has(trackerId)) return false;
    const known = this.#states.get(trackerId);
    if (
      known !== undefined &&
      (known.version > version || (known.version === version && known.content !== null))
    )
      return false;
    this.#states.set(trackerId, { version, content: status });
    return true;
  }

  /** Records that a tracker has a state of this version, which has not been read yet. */
  putVersion(trackerId: number, version: number): void {
    if (this.#removed.has(trackerId) || this.version(trackerId) >= version) return;
    this.#states.set(trackerId, { version, content: null });
  }

  remove(trackerId: number): void {
    this.#removed.add(trackerId);
    this.#states.delete(trackerId);
    this.#validUntil.delete(trackerId);
  }

  /** Stores until when a tracker is valid; null: unlimited. */
  setValidUntil(trackerId: number, validUntil: number | null): void {
    if (validUntil === null || this.#removed.has(trackerId)) this.#validUntil.delete(trackerId);
    else this.#validUntil.set(trackerId, validUntil);
  }

  ids(): Iterable<number> {
    return this.#states.keys();
  }

  isRemoved(trackerId: number): boolean {
    return this.#removed.has(trackerId);
  }

  version(trackerId: number): number {
    return this.#states.get(trackerId)?.version ?? -1;
  }

  /**
   * Encodes a `states` message without trackers that were removed, or whose states have not been read. The states of
   * trackers that are expired at `sentAt` are hidden.
   */
  encodeMessage(trackerIds: Iterable<number>, full: boolean, sentAt: number): string {
    const texts: string[] = [];
    for (const id of trackerIds) {
      const cached = this.#states.get(id);
      if (cached === undefined || cached.content === null) continue;
      if (typeof cached.content !== 'string')
        cached.content = JSON.stringify({ trackerId: id, status: cached.content });
      const isExpired = (this.#validUntil.get(id) ?? Number.POSITIVE_INFINITY) <= sentAt;
      texts.push(isExpired ? hideState(cached.content) : cached.content);
    }
    return `{"type":"states","full":${full},"states":[${texts.join(',')}],"sentAt":${sentAt}}`;
  }
}

/** The text of a `liveState` as it is sent of an expired tracker. */
function hideState(text: string): string {
  const { trackerId, status } = JSON.parse(text) as LiveState;
  return JSON.stringify({ trackerId, status: hideExpired(status) } satisfies LiveState);
}
