import { createStore, type StoreApi } from 'zustand';

/** The moment of a track that the pointer, or a key, is at. */
export interface HoveredTime {
  /** Epoch milliseconds; null: nothing is pointed at. */
  readonly time: number | null;
  /** Who points: the others follow. */
  readonly by: 'chart' | 'map' | 'table' | 'timeline' | null;
}

/** One for all parts of a screen, outside of React: a pointer moves at each frame. */
export type HoverStore = StoreApi<HoveredTime>;

export function createHoverStore(): HoverStore {
  return createStore(() => ({ time: null, by: null }));
}

export const NOTHING_HOVERED: HoveredTime = { time: null, by: null };
