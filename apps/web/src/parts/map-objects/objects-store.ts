import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { create } from 'zustand';
import type { LngLat } from '../../map/map-view.ts';

export interface SelectedObject {
  readonly kind: MapObjectKind;
  readonly id: number;
  /** Position of the popup. */
  readonly lngLat: LngLat;
  /**
   * True if it was clicked on the map: the popup takes the focus, so that Escape closes it. Selection in a list keeps
   * the focus there.
   */
  readonly takeFocus: boolean;
}

export interface RoutePreview {
  readonly line: readonly Position[];
  readonly color: string;
  readonly weight: number;
}

interface ObjectsState {
  /** The object whose popup is open. */
  readonly selected: SelectedObject | null;
  /** The object that is edited in a form; the form draws it instead of the map. */
  readonly edited: { readonly kind: MapObjectKind; readonly id: number } | null;
  /** A planned route that is not saved yet, drawn together with the routes. */
  readonly preview: RoutePreview | null;
  /** Several objects are being changed in sequence: the lists are refetched once, at the end. */
  readonly changing: boolean;
  /** Coordinates of a "what's here?" request. */
  readonly whatsHereAt: LngLat | null;
  readonly select: (selected: SelectedObject | null) => void;
  readonly edit: (edited: ObjectsState['edited']) => void;
  readonly setPreview: (preview: RoutePreview | null) => void;
  readonly setChanging: (changing: boolean) => void;
  readonly showWhatsHere: (whatsHereAt: LngLat | null) => void;
}

/** State shared by the panels, the map and its popups. */
export const useObjectsStore = create<ObjectsState>((set) => ({
  selected: null,
  edited: null,
  preview: null,
  changing: false,
  whatsHereAt: null,
  select: (selected) => set({ selected, whatsHereAt: null }),
  edit: (edited) => set({ edited }),
  setPreview: (preview) => set({ preview }),
  setChanging: (changing) => set({ changing }),
  showWhatsHere: (whatsHereAt) => set({ whatsHereAt, ...(whatsHereAt === null ? {} : { selected: null }) }),
}));
