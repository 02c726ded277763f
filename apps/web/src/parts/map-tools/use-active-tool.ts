import { useEffect, useState } from 'react';
import type { CoveredArea } from '../../ui/use-covered-area.ts';
import { type ToolPanel, useToolPanels } from './tool-panels.ts';

export interface ActiveTool {
  readonly panel: ToolPanel | null;
  /** Only the header is visible; the panel stays mounted. */
  readonly collapsed: boolean;
  setCollapsed(collapsed: boolean): void;
}

/** The tool panel of a map screen. Leaving the screen or signing out closes it. */
export function useActiveTool(): ActiveTool {
  const panel = useToolPanels((state) => state.activePanel);
  const [collapsedPanel, setCollapsedPanel] = useState<ToolPanel | null>(null);
  useEffect(() => () => useToolPanels.getState().show(null), []);
  return {
    panel,
    collapsed: panel !== null && collapsedPanel === panel,
    setCollapsed: (next) => setCollapsedPanel(next ? panel : null),
  };
}

/** Pixels that the panel covers at the right edge of the map or, on a phone, at the bottom. */
export function getToolCoverage(
  { panel, collapsed }: ActiveTool,
  dockArea: CoveredArea,
  phone: boolean,
): CoveredArea {
  if (panel === null) return { right: 0, bottom: 0 };
  if (phone) return { right: 0, bottom: dockArea.bottom };
  return { right: collapsed ? 0 : dockArea.right, bottom: 0 };
}
