import { useEffect, useState } from 'react';
import type { CoveredArea } from '../../ui/use-covered-area.ts';
import { type ToolPanel, useToolPanels } from './tool-panels.ts';

export interface ActiveTool {
  readonly panel: ToolPanel | null;
  /** Only its head is seen: what it began goes on. */
  readonly collapsed: boolean;
  setCollapsed(folded: boolean): void;
}

/** The tool panel of the map screen. Whoever leaves the screen, or signs out, closes it. */
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

/** What the panel, as it is measured, takes from the map at its right edge or, on a phone, at the bottom: pixels. */
export function getToolCoverage(
  { panel, collapsed }: ActiveTool,
  dockArea: CoveredArea,
  phone: boolean,
): CoveredArea {
  if (panel === null) return { right: 0, bottom: 0 };
  if (phone) return { right: 0, bottom: dockArea.bottom };
  return { right: collapsed ? 0 : dockArea.right, bottom: 0 };
}
