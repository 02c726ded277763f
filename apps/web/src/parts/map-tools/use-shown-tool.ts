import { useEffect, useState } from 'react';
import type { Covered } from '../../ui/use-covered.ts';
import { type ToolPanel, useToolPanels } from './tool-panels.ts';

export interface ShownTool {
  readonly panel: ToolPanel | null;
  /** Only its head is seen: what it began goes on. */
  readonly folded: boolean;
  fold(folded: boolean): void;
}

/** The tool panel of the map screen. Whoever leaves the screen, or signs out, closes it. */
export function useShownTool(): ShownTool {
  const panel = useToolPanels((state) => state.shown);
  const [folded, setFolded] = useState<ToolPanel | null>(null);
  useEffect(() => () => useToolPanels.getState().show(null), []);
  return {
    panel,
    folded: panel !== null && folded === panel,
    fold: (next) => setFolded(next ? panel : null),
  };
}

/** What the panel, as it is measured, takes from the map at its right edge or, on a phone, at the bottom: pixels. */
export function roomOfTools({ panel, folded }: ShownTool, covered: Covered, phone: boolean): Covered {
  if (panel === null) return { right: 0, bottom: 0 };
  if (phone) return { right: 0, bottom: covered.bottom };
  return { right: folded ? 0 : covered.right, bottom: 0 };
}
