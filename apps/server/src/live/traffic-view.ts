import { LIMITS } from '@wakeline/contract/limits';
import type { FeedArea, TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { TrafficChanges } from './feed.ts';

/** The traffic in the area that one console draws: at most `LIMITS.trafficObjects`. */
export class TrafficView {
  readonly #area: FeedArea;
  readonly #drawn = new Set<string>();
  /** The console has received nothing of this area yet, or missed changes. */
  needsAll = true;

  constructor(area: FeedArea) {
    this.#area = area;
  }

  /** Everything in the area, the most recent first, and the number of objects in it. */
  takeAll(objects: readonly TrafficObject[]): {
    readonly objects: readonly TrafficObject[];
    readonly total: number;
  } {
    const inArea = objects.filter((object) => this.#contains(object));
    const drawn = inArea.slice(0, LIMITS.trafficObjects);
    this.#drawn.clear();
    for (const { objectId } of drawn) this.#drawn.add(objectId);
    this.needsAll = false;
    return { objects: drawn, total: inArea.length };
  }

  /** The user may no longer see traffic: returns whether the console draws some. */
  hide(): boolean {
    const isDrawn = this.#drawn.size > 0;
    this.#drawn.clear();
    this.needsAll = true;
    return isDrawn;
  }

  /** What of these changes the console has to draw or remove. */
  select({ changed, removed }: TrafficChanges): {
    readonly objects: readonly TrafficObject[];
    readonly removed: readonly string[];
  } {
    const gone = removed.filter((objectId) => this.#drawn.delete(objectId));
    const objects: TrafficObject[] = [];
    for (const object of changed) {
      const { objectId } = object;
      if (!this.#contains(object)) {
        if (this.#drawn.delete(objectId)) gone.push(objectId);
      } else if (this.#drawn.has(objectId) || this.#drawn.size < LIMITS.trafficObjects) {
        this.#drawn.add(objectId);
        objects.push(object);
      }
    }
    return { objects, removed: gone };
  }

  #contains({ latitude, longitude }: TrafficObject): boolean {
    const { west, south, east, north } = this.#area;
    if (latitude < south || latitude > north) return false;
    return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  }
}
