import type { RefCallback } from 'react';
import { usePhone } from '../../ui/media.ts';
import { type Covered, useCovered } from '../../ui/use-covered.ts';
import { roomOfTools, type ShownTool, useShownTool } from './use-shown-tool.ts';

/** The tools of a map, as its screen has to know them. */
export interface MapToolsState {
  readonly tool: ShownTool;
  /** Of the panel: it is measured. */
  readonly dock: RefCallback<HTMLElement>;
  /** What the panel takes from the map at its right edge or, on a phone, at the bottom: pixels. */
  readonly room: Covered;
  /** On a phone a panel leaves little of the map. */
  readonly bare: boolean;
}

export function useMapTools(): MapToolsState {
  const phone = usePhone();
  const tool = useShownTool();
  const [covered, dock] = useCovered();
  return {
    tool,
    dock,
    room: roomOfTools(tool, covered, phone),
    bare: phone && tool.panel !== null && !tool.folded,
  };
}
