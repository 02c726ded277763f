import {
  IconCrosshair,
  IconDeviceMobile,
  IconFolder,
  IconHexagon,
  IconMapPin,
  IconRoute,
  IconWorld,
} from '@tabler/icons-react';
import { SEARCH_RESULT_KINDS } from '@wakeline/contract/places';
import type { ToolPanel } from '../../../parts/map-tools/tool-panels.ts';
import type { SearchResult } from './use-place-search.ts';

export type ResultKind = SearchResult['kind'];

export const KIND_ICONS: Readonly<Record<ResultKind, typeof IconMapPin>> = {
  coordinates: IconCrosshair,
  tracker: IconDeviceMobile,
  group: IconFolder,
  fence: IconHexagon,
  labelPoint: IconMapPin,
  route: IconRoute,
  place: IconWorld,
};

/** The panel that opens an object of this kind. */
export const PANEL_BY_KIND: Readonly<Partial<Record<ResultKind, ToolPanel>>> = {
  fence: 'fence',
  labelPoint: 'point',
  route: 'line',
};

/** Results by kind, in the order of the kinds; within a kind in the server's order. */
export function sortByKind(list: readonly SearchResult[]): SearchResult[] {
  return SEARCH_RESULT_KINDS.flatMap((kind) => list.filter((result) => result.kind === kind));
}
