import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';

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

  /** Encodes a `states` message without trackers that were removed, or whose states have not been read. */
  encodeMessage(trackerIds: Iterable<number>, full: boolean, sentAt: number): string {
    const texts: string[] = [];
    for (const id of trackerIds) {
      const cached = this.#states.get(id);
      if (cached === undefined || cached.content === null) continue;
      if (typeof cached.content !== 'string')
        cached.content = JSON.stringify({ trackerId: id, status: cached.content });
      texts.push(cached.content);
    }
    return `{"type":"states","full":${full},"states":[${texts.join(',')}],"sentAt":${sentAt}}`;
  }
}
