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

/** The panel in which a found object is opened. */
export const PANEL_BY_KIND: Readonly<Partial<Record<ResultKind, ToolPanel>>> = {
  fence: 'fence',
  labelPoint: 'point',
  route: 'line',
};

/** What was found by kind, in the order of the kinds; within one as the server has ordered it. */
export function sortByKind(list: readonly SearchResult[]): SearchResult[] {
  return SEARCH_RESULT_KINDS.flatMap((kind) => list.filter((result) => result.kind === kind));
}
