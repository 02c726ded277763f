import type { MapLibreMap } from 'maplibre-gl';
import type { BaseLayerSelection } from './base-layer-selection.ts';
import { BASE_ID_PREFIX, type BaseStyle, baseStyle } from './base-style.ts';
import { fetchStyle, type StyleDocument } from './style-document.ts';
import { watchReachability } from './tile-reachability.ts';

/** Interval at which an unreachable layer is tried again, milliseconds. */
const RETRY_MS = 20_000;
/** Delays before tiles that failed are requested again while others load, milliseconds. The engine does not retry them. */
const REFRESH_DELAYS_MS = [1_000, 5_000, 20_000];

export interface BaseOnMapOptions {
  readonly engine: MapLibreMap;
  readonly base: BaseLayerSelection | null;
  /** Called when the base layer's part of the style has changed. */
  readonly onStyle: () => void;
  readonly onReachableChange: (reachable: boolean) => void;
}

/** The base layer of a map: its part of the style, whether its tiles load, and retries. */
export class BaseOnMap {
  readonly #options: BaseOnMapOptions;
  readonly #reachability = watchReachability((next) => this.#setReachable(next));
  readonly #subscriptions: readonly { unsubscribe(): void }[];
  #base: BaseLayerSelection | null;
  #attempt = 0;
  #styleDocument: StyleDocument | null = null;
  #reachable = true;
  /** The source or the style failed to load, not only tiles: then everything is requested again. */
  #hasFailed = false;
  #abortController = new AbortController();
  #retryTimer: ReturnType<typeof setInterval> | undefined;
  #hasFailedTiles = false;
  /** Since the layer was loaded, or became reachable. */
  #refreshes = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BaseOnMapOptions) {
    this.#options = options;
    this.#base = options.base;
    this.#subscriptions = this.#watchTiles();
    addEventListener('online', this.#retry);
    this.#load();
  }

  /** The base layer's part of the map style. */
  get style(): BaseStyle {
    return baseStyle({
      base: this.#base,
      attempt: this.#attempt,
      styleDocument: this.#styleDocument,
      reachable: this.#reachable,
    });
  }

  /** Whether it completely hides the world map. */
  get covers(): boolean {
    return this.#reachable && this.#base?.opacity === 1 && this.style.layers.length > 0;
  }

  set(next: BaseLayerSelection | null): void {
    const before = this.#base;
    this.#base = next;
    if (JSON.stringify(before?.layer) !== JSON.stringify(next?.layer)) {
      this.#load();
      this.#setReachable(true);
    }
    this.#options.onStyle();
  }

  retry(): void {
    this.#retry();
  }

  stop(): void {
    clearInterval(this.#retryTimer);
    clearTimeout(this.#refreshTimer);
    this.#abortController.abort();
    this.#reachability.reset();
    removeEventListener('online', this.#retry);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #watchTiles() {
    const { engine } = this.#options;
    const reachability = this.#reachability;
    const isOwnSource = (id: unknown) =>
      typeof id === 'string' && id.startsWith(`${BASE_ID_PREFIX}${this.#base?.layer.index}:${this.#attempt}`);
    return [
      engine.on('sourcedataloading', ({ sourceId, tile }) => {
        if (tile && isOwnSource(sourceId)) reachability.tileRequested(tile);
      }),
      engine.on('sourcedata', ({ sourceId, tile }) => {
        if (tile?.state === 'loaded' && isOwnSource(sourceId)) reachability.tileLoaded(tile);
      }),
      engine.on('sourcedataabort', ({ sourceId, tile }) => {
        if (tile && isOwnSource(sourceId)) reachability.tileAborted(tile);
      }),
      engine.on('error', (event) => {
        const { sourceId, tile } = event as {
          readonly sourceId?: unknown;
          readonly tile?: { state: string };
        };
        if (!isOwnSource(sourceId)) return;
        if (tile === undefined) this.#handleFailure();
        else if (tile.state === 'errored') {
          this.#hasFailedTiles = true;
          reachability.tileFailed(tile);
        }
      }),
      engine.on('idle', () => this.#refreshFailedTiles()),
    ];
  }

  #setReachable(next: boolean): void {
    if (next === this.#reachable) return;
    this.#reachable = next;
    this.#refreshes = 0;
    clearInterval(this.#retryTimer);
    if (!next) this.#retryTimer = setInterval(this.#retry, RETRY_MS);
    // The background of an unreachable style would hide the world map.
    if (this.#base?.layer.kind === 'style') this.#options.onStyle();
    this.#options.onReachableChange(next);
  }

  #handleFailure(): void {
    this.#hasFailed = true;
    this.#setReachable(false);
  }

  #load(): void {
    this.#attempt += 1;
    this.#hasFailed = false;
    this.#hasFailedTiles = false;
    this.#refreshes = 0;
    clearTimeout(this.#refreshTimer);
    this.#styleDocument = null;
    this.#abortController.abort();
    this.#abortController = new AbortController();
    this.#reachability.reset();
    const [url] = this.#base?.layer.kind === 'style' ? this.#base.layer.urls : [];
    if (url === undefined) return;
    const { signal } = this.#abortController;
    fetchStyle(new URL(url, document.baseURI).href, signal).then(
      (styleDocument) => {
        if (signal.aborted) return;
        this.#styleDocument = styleDocument;
        this.#options.onStyle();
      },
      () => {
        if (!signal.aborted) this.#handleFailure();
      },
    );
  }

  readonly #retry = (): void => {
    const { onStyle } = this.#options;
    if (this.#base === null || this.#reachable) return;
    if (this.#hasFailed) {
      this.#load();
      onStyle();
      return;
    }
    this.#refreshTiles();
  };

  #refreshFailedTiles(): void {
    const delay = REFRESH_DELAYS_MS[this.#refreshes];
    if (!this.#hasFailedTiles || !this.#reachable || delay === undefined) return;
    this.#hasFailedTiles = false;
    this.#refreshes += 1;
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => {
      if (this.#reachable) this.#refreshTiles();
    }, delay);
  }

  #refreshTiles(): void {
    const { engine } = this.#options;
    for (const id of Object.keys(this.style.sources))
      if (engine.getSource(id) !== undefined) engine.refreshTiles(id);
  }
}
