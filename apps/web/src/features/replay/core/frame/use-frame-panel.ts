import { type RefCallback, useEffect, useState } from 'react';
import type { MapPadding } from '../../../../map/map-view.ts';
import { usePhone } from '../../../../ui/media.ts';
import { asBoolean, useStored } from '../../../../ui/stored.ts';
import { useCovered } from '../../../../ui/use-covered.ts';

/** Where the panel of a replay is: beside the map, on a phone a sheet over its lower part, or folded to a button. */
export interface FramePanel {
  readonly phone: boolean;
  readonly opened: boolean;
  /** What of the map it covers. */
  readonly padding: MapPadding;
  /** Of a sheet: it is measured. */
  readonly sheet: RefCallback<HTMLElement>;
  open(): void;
  fold(): void;
  /** Something on the map is to be looked at: a sheet makes way, a panel beside the map stays. */
  uncover(): void;
}

/** Width of the panel beside the map with the gap before it, pixels. */
const PANEL_ROOM = 340 + 12;

/**
 * @param name under which the browser remembers whether the panel is folded; a sheet is not remembered.
 * @param asking whether the panel asks what to replay: then a sheet opens by itself, and goes once that is known.
 */
export function useFramePanel(name: string, asking: boolean): FramePanel {
  const phone = usePhone();
  const [floating, setFloating] = useStored(name, true, asBoolean);
  const [lifted, setLifted] = useState(asking);
  const [covered, sheet] = useCovered();
  useEffect(() => setLifted(asking), [asking]);
  const set = phone ? setLifted : setFloating;
  const opened = phone ? lifted : floating;
  return {
    phone,
    opened,
    padding: {
      left: opened && !phone ? PANEL_ROOM : 0,
      right: 0,
      top: 0,
      bottom: opened && phone ? covered.bottom : 0,
    },
    sheet,
    open: () => set(true),
    fold: () => set(false),
    uncover: () => setLifted(false),
  };
}
