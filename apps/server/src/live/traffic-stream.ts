import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { Channel } from './channel.ts';
import type { Console } from './console.ts';
import type { TrafficChanges } from './feed.ts';

/** The traffic of all accounts, as the process that receives feeds knows it. Without one there is none. */
export interface TrafficSource {
  /** All objects of an account, the most recent first. */
  readonly all: (accountId: number) => readonly TrafficObject[];
  /** What changed since the last call. The first call starts to watch the account. */
  readonly takeChanges: (accountId: number) => TrafficChanges;
  /** Identifies the objects: they were replaced when it has changed. Null: not known yet. */
  readonly version: (accountId: number) => number | null;
  /** No console of the account draws traffic any more. */
  readonly stopWatching: (accountId: number) => void;
}

/** Sends merged changes of traffic to the consoles that draw it. Called periodically. */
export class TrafficStream {
  readonly #source: TrafficSource;
  /** Versions of the objects of the accounts that were watched at the last call. */
  #watched: ReadonlyMap<number, number | null> = new Map();

  constructor(source: TrafficSource) {
    this.#source = source;
  }

  send(channels: Iterable<Channel>): void {
    const watching = new Map<number, number | null>();
    for (const { accountId, consoles } of channels) {
      const viewers = [...consoles].filter(isViewer);
      if (viewers.length === 0) continue;
      const changes = this.#source.takeChanges(accountId);
      const version = this.#source.version(accountId);
      watching.set(accountId, version);
      if (version === null) continue;
      // The objects of a former process are unknown to this one.
      if (version !== this.#watched.get(accountId)) for (const { traffic } of viewers) traffic?.hide();
      this.#sendTo(accountId, viewers, changes);
    }
    for (const accountId of this.#watched.keys())
      if (!watching.has(accountId)) this.#source.stopWatching(accountId);
    this.#watched = watching;
  }

  #sendTo(accountId: number, viewers: readonly Console[], changes: TrafficChanges): void {
    let all: readonly TrafficObject[] | null = null;
    for (const console of viewers) {
      const { traffic } = console;
      if (traffic === null) continue;
      // What a slow console missed is sent when it has caught up, merged to the newest state.
      if (console.slow) traffic.needsAll = true;
      else if (traffic.needsAll) {
        all ??= this.#source.all(accountId);
        const { objects, total } = traffic.takeAll(all);
        console.send({ type: 'traffic', full: true, objects: [...objects], removed: [], total });
      } else {
        const { objects, removed } = traffic.select(changes);
        if (objects.length > 0 || removed.length > 0)
          console.send({
            type: 'traffic',
            full: false,
            objects: [...objects],
            removed: [...removed],
            total: null,
          });
      }
    }
  }
}

/** Whether a console draws traffic. One whose user may no longer watch anything is emptied. */
function isViewer(console: Console): boolean {
  const { traffic, welcomed, visibility } = console;
  if (traffic === null || !welcomed) return false;
  if (!visibility.canWatch && traffic.hide()) {
    console.send({ type: 'traffic', full: true, objects: [], removed: [], total: 0 });
  }
  return visibility.canWatch;
}
