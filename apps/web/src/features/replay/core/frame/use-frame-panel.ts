import { type RefCallback, useEffect, useState } from 'react';
import type { MapPadding } from '../../../../map/map-view.ts';
import { parseBoolean, useLocalStorage } from '../../../../ui/local-storage.ts';
import { usePhone } from '../../../../ui/media.ts';
import { useCoveredArea } from '../../../../ui/use-covered-area.ts';

/** Where the panel of a replay is: beside the map, on a phone a sheet over its lower part, or folded to a button. */
export interface FramePanel {
  readonly phone: boolean;
  readonly isOpen: boolean;
  /** What of the map it covers. */
  readonly padding: MapPadding;
  /** Of a sheet: it is measured. */
  readonly sheet: RefCallback<HTMLElement>;
  open(): void;
  collapse(): void;
  /** Something on the map is to be looked at: a sheet makes way, a panel beside the map stays. */
  revealMap(): void;
}

/** Width of the panel beside the map with the gap before it, pixels. */
const PANEL_WIDTH = 340 + 12;

/**
 * @param name under which the browser remembers whether the panel is folded; a sheet is not remembered.
 * @param formOpen whether the panel asks what to replay: then a sheet opens by itself, and goes once that is known.
 */
export function useFramePanel(name: string, formOpen: boolean): FramePanel {
  const phone = usePhone();
  const [panelOpen, setPanelOpen] = useLocalStorage(name, true, parseBoolean);
  const [sheetOpen, setSheetOpen] = useState(formOpen);
  const [covered, sheet] = useCoveredArea();
  useEffect(() => setSheetOpen(formOpen), [formOpen]);
  const set = phone ? setSheetOpen : setPanelOpen;
  const isOpen = phone ? sheetOpen : panelOpen;
  return {
    phone,
    isOpen,
    padding: {
      left: isOpen && !phone ? PANEL_WIDTH : 0,
      right: 0,
      top: 0,
      bottom: isOpen && phone ? covered.bottom : 0,
    },
    sheet,
    open: () => set(true),
    collapse: () => set(false),
    revealMap: () => setSheetOpen(false),
  };
}
