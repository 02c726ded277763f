import type { MapLibreMap } from 'maplibre-gl';
import type { BaseLayerSelection } from './base-layer-selection.ts';
import { BASE_ID_PREFIX, type BaseStyle, baseStyle } from './base-style.ts';
import { fetchStyle, type StyleDocument } from './style-document.ts';
import { watchReachability } from './tile-reachability.ts';

/** While a layer cannot be reached it is tried again by itself this often, milliseconds. */
const RETRY_MS = 20_000;

export interface BaseOnMapOptions {
  readonly engine: MapLibreMap;
  readonly base: BaseLayerSelection | null;
  /** Its part of the style has changed. */
  readonly onStyle: () => void;
  readonly onReachableChange: (reachable: boolean) => void;
}

/** The base layer of a map: what it adds to the style, whether its tiles come, and trying again where they do not. */
export class BaseOnMap {
  readonly #options: BaseOnMapOptions;
  readonly #reach = watchReachability((next) => this.#tell(next));
  readonly #subscriptions: readonly { unsubscribe(): void }[];
  #base: BaseLayerSelection | null;
  #attempt = 0;
  #parts: StyleDocument | null = null;
  #reachable = true;
  /** The source or the style itself could not be had, not only tiles: then everything is asked for anew. */
  #broken = false;
  #reading = new AbortController();
  #again: ReturnType<typeof setInterval> | undefined;

  constructor(options: BaseOnMapOptions) {
    this.#options = options;
    this.#base = options.base;
    this.#subscriptions = this.#watchTiles();
    addEventListener('online', this.#retry);
    this.#begin();
  }

  /** What it adds to the map's style. */
  get style(): BaseStyle {
    return baseStyle({
      base: this.#base,
      attempt: this.#attempt,
      styleDocument: this.#parts,
      reachable: this.#reachable,
    });
  }

  /** Whether the world map is wholly hidden by it. */
  get covers(): boolean {
    return this.#reachable && this.#base?.opacity === 1 && this.style.layers.length > 0;
  }

  set(next: BaseLayerSelection | null): void {
    const before = this.#base;
    this.#base = next;
    if (JSON.stringify(before?.layer) !== JSON.stringify(next?.layer)) {
      this.#begin();
      this.#tell(true);
    }
    this.#options.onStyle();
  }

  /** Tries to reach it again. */
  retry(): void {
    this.#retry();
  }

  stop(): void {
    clearInterval(this.#again);
    this.#reading.abort();
    this.#reach.reset();
    removeEventListener('online', this.#retry);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #watchTiles() {
    const { engine } = this.#options;
    const reachability = this.#reach;
    const isMine = (id: unknown) =>
      typeof id === 'string' && id.startsWith(`${BASE_ID_PREFIX}${this.#base?.layer.index}:${this.#attempt}`);
    return [
      engine.on('sourcedataloading', ({ sourceId, tile }) => {
        if (tile && isMine(sourceId)) reachability.tileRequested(tile);
      }),
      engine.on('sourcedata', ({ sourceId, tile }) => {
        if (tile?.state === 'loaded' && isMine(sourceId)) reachability.tileLoaded(tile);
      }),
      engine.on('sourcedataabort', ({ sourceId, tile }) => {
        if (tile && isMine(sourceId)) reachability.tileAborted(tile);
      }),
      engine.on('error', (event) => {
        const { sourceId, tile } = event as {
          readonly sourceId?: unknown;
          readonly tile?: { state: string };
        };
        if (!isMine(sourceId)) return;
        if (tile === undefined) this.#lose();
        else if (tile.state === 'errored') reachability.tileFailed(tile);
      }),
    ];
  }

  #tell(next: boolean): void {
    if (next === this.#reachable) return;
    this.#reachable = next;
    clearInterval(this.#again);
    if (!next) this.#again = setInterval(this.#retry, RETRY_MS);
    // The ground of a style would hide the world map.
    if (this.#base?.layer.kind === 'style') this.#options.onStyle();
    this.#options.onReachableChange(next);
  }

  #lose(): void {
    this.#broken = true;
    this.#tell(false);
  }

  #begin(): void {
    this.#attempt += 1;
    this.#broken = false;
    this.#parts = null;
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#reach.reset();
    const [url] = this.#base?.layer.kind === 'style' ? this.#base.layer.urls : [];
    if (url === undefined) return;
    const { signal } = this.#reading;
    fetchStyle(new URL(url, document.baseURI).href, signal).then(
      (read) => {
        if (signal.aborted) return;
        this.#parts = read;
        this.#options.onStyle();
      },
      () => {
        if (!signal.aborted) this.#lose();
      },
    );
  }

  readonly #retry = (): void => {
    const { engine, onStyle } = this.#options;
    if (this.#base === null || this.#reachable) return;
    if (this.#broken) {
      this.#begin();
      onStyle();
      return;
    }
    for (const id of Object.keys(this.style.sources))
      if (engine.getSource(id) !== undefined) engine.refreshTiles(id);
  };
}
