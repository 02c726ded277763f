import type { RefCallback } from 'react';
import { usePhone } from '../../ui/media.ts';
import { type CoveredArea, useCoveredArea } from '../../ui/use-covered-area.ts';
import { type ActiveTool, getToolCoverage, useActiveTool } from './use-active-tool.ts';

/** The tools of a map, as its screen has to know them. */
export interface MapToolsState {
  readonly tool: ActiveTool;
  /** Of the panel: it is measured. */
  readonly dockRef: RefCallback<HTMLElement>;
  /** What the panel takes from the map at its right edge or, on a phone, at the bottom: pixels. */
  readonly coveredArea: CoveredArea;
  /** On a phone a panel leaves little of the map. */
  readonly coversMap: boolean;
}

export function useMapTools(): MapToolsState {
  const phone = usePhone();
  const tool = useActiveTool();
  const [covered, dockRef] = useCoveredArea();
  return {
    tool,
    dockRef,
    coveredArea: getToolCoverage(tool, covered, phone),
    coversMap: phone && tool.panel !== null && !tool.collapsed,
  };
}
