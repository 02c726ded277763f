import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { create } from 'zustand';
import type { LngLat } from '../../map/map-view.ts';

export interface SelectedObject {
  readonly kind: MapObjectKind;
  readonly id: number;
  /** Where its popup stands. */
  readonly lngLat: LngLat;
  /** It was clicked on the map: the popup takes the focus, so that Escape closes it. Who walks down a list keeps it there. */
  readonly takeFocus: boolean;
}

export interface RoutePreview {
  readonly line: readonly Position[];
  readonly color: string;
  readonly weight: number;
}

interface ObjectsState {
  /** Whose popup is open. */
  readonly selected: SelectedObject | null;
  /** What a form has in hand: the map leaves it to the form's drawing. */
  readonly edited: { readonly kind: MapObjectKind; readonly id: number } | null;
  /** A planned way that is not saved yet: the map draws it with the routes. */
  readonly preview: RoutePreview | null;
  /** Many are being changed one after the other: the lists are read again at the end, not after each. */
  readonly changing: boolean;
  /** A place about which the person asked "what is here?". */
  readonly whatsHereAt: LngLat | null;
  readonly select: (chosen: SelectedObject | null) => void;
  readonly edit: (edited: ObjectsState['edited']) => void;
  readonly setPreview: (preview: RoutePreview | null) => void;
  readonly setChanging: (changing: boolean) => void;
  readonly showWhatsHere: (whatsHereAt: LngLat | null) => void;
}

/** What the panels, the map and its popups have in common. */
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
