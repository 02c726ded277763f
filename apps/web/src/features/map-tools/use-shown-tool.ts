import { useEffect, useState } from 'react';
import { type ToolPanel, useToolPanels } from './tool-panels.ts';

export interface ShownTool {
  readonly panel: ToolPanel | null;
  /** Only its head is seen: what it began goes on. */
  readonly folded: boolean;
  fold(folded: boolean): void;
}

/** Width of a panel with the bar and the gaps beside it; height on a phone, as a whole and of its head alone. */
const ROOM = { right: 340 + 12, bottom: 320, head: 48 } as const;

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

/** What the panel takes from the map at its right edge or, on a phone, at the bottom: pixels. */
export function roomOfTools({ panel, folded }: ShownTool, phone: boolean): { right: number; bottom: number } {
  if (panel === null) return { right: 0, bottom: 0 };
  if (phone) return { right: 0, bottom: folded ? ROOM.head : ROOM.bottom };
  return { right: folded ? 0 : ROOM.right, bottom: 0 };
}
