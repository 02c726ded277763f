import { type RefCallback, useEffect, useState } from 'react';
import type { MapPadding } from '../../../../map/map-view.ts';
import { parseBoolean, useLocalStorage } from '../../../../ui/local-storage.ts';
import { usePhone } from '../../../../ui/media.ts';
import { useCoveredArea } from '../../../../ui/use-covered-area.ts';

/** The panel of a replay: next to the map, on a phone a sheet above its lower part, or collapsed to a button. */
export interface FramePanel {
  readonly phone: boolean;
  readonly isOpen: boolean;
  /** The area of the map that it covers. */
  readonly padding: MapPadding;
  /** Ref of the sheet, whose height is measured. */
  readonly sheet: RefCallback<HTMLElement>;
  open(): void;
  collapse(): void;
  /** Makes the map visible: closes a sheet, but keeps a panel next to the map. */
  revealMap(): void;
}

/** Width of the panel next to the map with its margin, pixels. */
const PANEL_WIDTH = 340 + 12;

/**
 * @param name storage key for the collapsed state of the panel; the state of a sheet is not stored
 * @param formOpen whether the panel displays the request form: then a sheet opens automatically, and closes
 * afterwards
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
