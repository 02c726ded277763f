import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { Channel } from './channel.ts';
import type { Console } from './console.ts';
import type { TrafficChanges } from './feed.ts';

/** The traffic of all accounts, as the engine knows it. Without one there is none. */
export interface TrafficSource {
  /** All objects of an account, the most recent first. */
  readonly all: (accountId: number) => readonly TrafficObject[];
  /** What changed since the last call. */
  readonly takeChanges: (accountId: number) => TrafficChanges;
  /** No console of the account draws traffic any more. */
  readonly stopWatching: (accountId: number) => void;
}

/** Sends merged changes of traffic to the consoles that draw it. Called periodically. */
export class TrafficStream {
  readonly #source: TrafficSource;
  #watched: ReadonlySet<number> = new Set();
  #wasEngine = false;

  constructor(source: TrafficSource) {
    this.#source = source;
  }

  /** @param isEngine whether the feeds are received by this server */
  send(channels: Iterable<Channel>, isEngine: boolean): void {
    const hasChangedRole = isEngine !== this.#wasEngine;
    this.#wasEngine = isEngine;
    const watching = new Set<number>();
    for (const { accountId, consoles } of channels) {
      const viewers = [...consoles].filter(isViewer);
      if (viewers.length === 0) continue;
      watching.add(accountId);
      // The objects of the former engine are unknown to this one.
      if (hasChangedRole) for (const { traffic } of viewers) traffic?.hide();
      this.#sendTo(accountId, viewers);
    }
    for (const accountId of this.#watched) if (!watching.has(accountId)) this.#source.stopWatching(accountId);
    this.#watched = watching;
  }

  #sendTo(accountId: number, viewers: readonly Console[]): void {
    const changes = this.#source.takeChanges(accountId);
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
