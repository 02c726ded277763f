import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';

interface Cached {
  readonly version: number;
  /** JSON of the contract's `liveState`, made once for all consoles. */
  readonly text: string;
}

/** The latest states of an account's trackers, as the texts that consoles are sent. */
export class StateCache {
  readonly #states = new Map<number, Cached>();
  /** Ids are never given twice: what comes late about a removed tracker is dropped. */
  readonly #removed = new Set<number>();

  /** Takes a state unless a newer one is here. Answers whether it was taken. */
  put(trackerId: number, version: number, status: TrackerStatusDto): boolean {
    if (this.#removed.has(trackerId)) return false;
    const known = this.#states.get(trackerId);
    if (known !== undefined && known.version >= version) return false;
    this.#states.set(trackerId, { version, text: JSON.stringify({ trackerId, status }) });
    return true;
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

  /** A `states` message; trackers that are gone meanwhile are left out. */
  message(trackerIds: Iterable<number>, full: boolean, sentAt: number): string {
    const texts: string[] = [];
    for (const id of trackerIds) {
      const cached = this.#states.get(id);
      if (cached !== undefined) texts.push(cached.text);
    }
    return `{"type":"states","full":${full},"states":[${texts.join(',')}],"sentAt":${sentAt}}`;
  }
}
