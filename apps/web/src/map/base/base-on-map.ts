import type { MapLibreMap } from 'maplibre-gl';
import { BASE, type BaseStyle, baseStyle } from './base-style.ts';
import { watchReach } from './reach.ts';
import type { ShownBase } from './shown-base.ts';
import { readStyle, type StyleParts } from './style-document.ts';

/** While a layer cannot be reached it is tried again by itself this often, milliseconds. */
const RETRY_MS = 20_000;

export interface BaseOnMap {
  /** What it adds to the map's style. */
  readonly style: BaseStyle;
  /** Whether the world map is wholly hidden by it. */
  readonly covers: boolean;
  set(base: ShownBase | null): void;
  /** Tries to reach it again. */
  retry(): void;
  stop(): void;
}

export interface BaseOnMapOptions {
  readonly engine: MapLibreMap;
  readonly base: ShownBase | null;
  /** Its part of the style has changed. */
  readonly onStyle: () => void;
  readonly onReach: (reachable: boolean) => void;
}

/** The base layer of a map: what it adds to the style, whether its tiles come, and trying again where they do not. */
export function createBaseOnMap({ engine, base: first, onStyle, onReach }: BaseOnMapOptions): BaseOnMap {
  let base = first;
  let attempt = 0;
  let parts: StyleParts | null = null;
  let reachable = true;
  /** The source or the style itself could not be had, not only tiles: then everything is asked for anew. */
  let broken = false;
  let reading = new AbortController();
  let again: ReturnType<typeof setInterval> | undefined;

  const reach = watchReach(tell);

  function tell(next: boolean): void {
    if (next === reachable) return;
    reachable = next;
    clearInterval(again);
    if (!reachable) again = setInterval(retry, RETRY_MS);
    // The ground of a style would hide the world map.
    if (base?.layer.kind === 'style') onStyle();
    onReach(reachable);
  }

  function lose(): void {
    broken = true;
    tell(false);
  }

  function begin(): void {
    attempt += 1;
    broken = false;
    parts = null;
    reading.abort();
    reading = new AbortController();
    reach.reset();
    const [url] = base?.layer.kind === 'style' ? base.layer.urls : [];
    if (url === undefined) return;
    const { signal } = reading;
    readStyle(new URL(url, document.baseURI).href, signal).then(
      (read) => {
        if (signal.aborted) return;
        parts = read;
        onStyle();
      },
      () => {
        if (!signal.aborted) lose();
      },
    );
  }

  function retry(): void {
    if (base === null || reachable) return;
    if (broken) {
      begin();
      onStyle();
      return;
    }
    for (const id of Object.keys(style().sources))
      if (engine.getSource(id) !== undefined) engine.refreshTiles(id);
  }

  const style = () => baseStyle({ base, attempt, parts, reachable });
  const isMine = (id: unknown) =>
    typeof id === 'string' && id.startsWith(`${BASE}${base?.layer.index}:${attempt}`);

  const subscriptions = [
    engine.on('sourcedataloading', ({ sourceId, tile }) => {
      if (tile && isMine(sourceId)) reach.asked(tile);
    }),
    engine.on('sourcedata', ({ sourceId, tile }) => {
      if (tile?.state === 'loaded' && isMine(sourceId)) reach.answered(tile);
    }),
    engine.on('sourcedataabort', ({ sourceId, tile }) => {
      if (tile && isMine(sourceId)) reach.dropped(tile);
    }),
    engine.on('error', (event) => {
      const { sourceId, tile } = event as { readonly sourceId?: unknown; readonly tile?: { state: string } };
      if (!isMine(sourceId)) return;
      if (tile === undefined) lose();
      else if (tile.state === 'errored') reach.failed(tile);
    }),
  ];
  addEventListener('online', retry);
  begin();

  return {
    get style() {
      return style();
    },
    get covers() {
      return reachable && base?.opacity === 1 && style().layers.length > 0;
    },
    set(next) {
      const before = base;
      base = next;
      if (JSON.stringify(before?.layer) !== JSON.stringify(next?.layer)) {
        begin();
        tell(true);
      }
      onStyle();
    },
    retry,
    stop() {
      clearInterval(again);
      reading.abort();
      reach.reset();
      removeEventListener('online', retry);
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}
