import { useEffect, useRef } from 'react';
import { useToolPanels } from '../../../../parts/map-tools/tool-panels.ts';
import type { MapToolsState } from '../../../../parts/map-tools/use-map-tools.ts';
import type { FramePanel } from './use-frame-panel.ts';

/** On a phone the replay panel and tool panels use the same space: opening one closes the other. */
export function useExclusiveSheet({ phone, isOpen, collapse }: FramePanel, { tool }: MapToolsState): void {
  const latest = useRef(collapse);
  latest.current = collapse;
  const { panel } = tool;
  useEffect(() => {
    if (phone && panel !== null) latest.current();
  }, [phone, panel]);
  useEffect(() => {
    if (phone && isOpen) useToolPanels.getState().show(null);
  }, [phone, isOpen]);
}
