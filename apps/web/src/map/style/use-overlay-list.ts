import { useEffect, useRef } from 'react';
import type { MapView } from '../map-view.ts';
import type { Overlay } from './overlay.ts';

/** Draws a list of items as one overlay. */
export interface OverlayKind<Item> {
  /** The first item is the lowest. */
  readonly compose: (list: readonly Item[]) => Overlay;
  /** Whether both items have the same sources, so that `update` suffices. */
  readonly hasSameSources: (item: Item, other: Item) => boolean;
  /** Applies changes to items that are on the map, without requesting their sources again. */
  readonly update: (view: MapView, list: readonly Item[]) => void;
}

interface OverlayList<Item> {
  /** Draws these items only. */
  set(list: readonly Item[]): void;
  stop(): void;
}

function createOverlayList<Item>(view: MapView, kind: OverlayKind<Item>): OverlayList<Item> {
  let current: readonly Item[] = [];
  let hide: (() => void) | null = null;
  // Getters, so that recomposing the style uses the current items.
  const overlay: Overlay = {
    id: kind.compose([]).id,
    get sources() {
      return kind.compose(current).sources;
    },
    get datumUrls() {
      return kind.compose(current).datumUrls ?? {};
    },
    layers: (...palette) => kind.compose(current).layers(...palette),
  };

  function stop(): void {
    hide?.();
    hide = null;
    current = [];
  }

  return {
    set(list) {
      const drawn = current;
      const isUpdate =
        list.length === drawn.length &&
        list.every((item, index) => kind.hasSameSources(item, drawn[index] as Item));
      if (isUpdate) {
        current = list;
        kind.update(view, list);
        return;
      }
      stop();
      current = list;
      if (list.length > 0) hide = view.show(overlay);
    },
    stop,
  };
}

/** Draws a list of items for the lifetime of the component. `kind` must be constant. */
export function useOverlayList<Item>(view: MapView, list: readonly Item[], kind: OverlayKind<Item>): void {
  const overlayList = useRef<OverlayList<Item>>(null);

  useEffect(() => {
    const created = createOverlayList(view, kind);
    overlayList.current = created;
    return () => {
      created.stop();
      overlayList.current = null;
    };
  }, [view, kind]);

  // Runs after the effect above, also when a parked screen is restored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no items yet
  useEffect(() => overlayList.current?.set(list), [view, list]);
}
