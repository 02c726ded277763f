import {
  IconCrosshair,
  IconDeviceMobile,
  IconFolder,
  IconHexagon,
  IconMapPin,
  IconRoute,
  IconWorld,
} from '@tabler/icons-react';
import { FOUND_KINDS } from '@wakeline/contract/places';
import type { ToolPanel } from '../../../parts/map-tools/tool-panels.ts';
import type { FoundPlace } from './use-place-search.ts';

export type FoundKind = FoundPlace['kind'];

export const KIND_ICONS: Readonly<Record<FoundKind, typeof IconMapPin>> = {
  coordinates: IconCrosshair,
  tracker: IconDeviceMobile,
  group: IconFolder,
  fence: IconHexagon,
  labelPoint: IconMapPin,
  route: IconRoute,
  place: IconWorld,
};

/** The panel in which a found object is opened. */
export const PANEL_OF: Readonly<Partial<Record<FoundKind, ToolPanel>>> = {
  fence: 'fence',
  labelPoint: 'point',
  route: 'line',
};

/** What was found by kind, in the order of the kinds; within one as the server has ordered it. */
export function byKind(list: readonly FoundPlace[]): FoundPlace[] {
  return FOUND_KINDS.flatMap((kind) => list.filter((one) => one.kind === kind));
}
