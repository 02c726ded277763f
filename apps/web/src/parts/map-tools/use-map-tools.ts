import type { RefCallback } from 'react';
import { usePhone } from '../../ui/media.ts';
import { type CoveredArea, useCoveredArea } from '../../ui/use-covered-area.ts';
import { type ActiveTool, getToolCoverage, useActiveTool } from './use-active-tool.ts';

/** State of a map's tools for its screen. */
export interface MapToolsState {
  readonly tool: ActiveTool;
  /** For measuring the panel's size. */
  readonly dockRef: RefCallback<HTMLElement>;
  /** Pixels that the panel covers at the right edge of the map or, on a phone, at the bottom. */
  readonly coveredArea: CoveredArea;
  /** On a phone an open panel hides most of the map. */
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
