import { createStore, type StoreApi } from 'zustand';

/** The hovered time of a track, by pointer or keyboard. */
export interface HoveredTime {
  /** Epoch milliseconds; null: nothing is hovered. */
  readonly time: number | null;
  /** The source of the hover; the other components follow. */
  readonly by: 'chart' | 'map' | 'table' | 'timeline' | null;
}

/** Shared by all components of a screen, outside React, because a pointer moves at each frame. */
export type HoverStore = StoreApi<HoveredTime>;

export function createHoverStore(): HoverStore {
  return createStore(() => ({ time: null, by: null }));
}

export const NOTHING_HOVERED: HoveredTime = { time: null, by: null };
