import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';

interface CachedState {
  readonly version: number;
  /**
   * Null: it is known that there is one. The state until somebody is to be sent it, and from then on JSON of the contract's
   * `liveState`, made once for all consoles.
   */
  content: TrackerStatusDto | string | null;
}

/** The latest states of an account's trackers, as the texts that consoles are sent. */
export class StateCache {
  readonly #states = new Map<number, CachedState>();
  /** Ids are never given twice: what comes late about a removed tracker is dropped. */
  readonly #removed = new Set<number>();

  /** Takes a state unless a newer one is here. Answers whether it was taken. */
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

  /** Notes that a tracker has this state, which has not been read. */
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

  /** A `states` message; trackers that are gone meanwhile, or whose states have not been read, are left out. */
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
