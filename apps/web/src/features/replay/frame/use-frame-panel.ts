import { useEffect, useState } from 'react';
import { usePhone } from '../../../ui/media.ts';
import { asBoolean, useStored } from '../../../ui/stored.ts';

/** Where the panel of a replay is: beside the map, on a phone a sheet over its lower part, or folded to a button. */
export interface FramePanel {
  readonly phone: boolean;
  readonly opened: boolean;
  open(): void;
  fold(): void;
  /** Something on the map is to be looked at: a sheet makes way, a panel beside the map stays. */
  uncover(): void;
}

/**
 * @param name under which the browser remembers whether the panel is folded; a sheet is not remembered.
 * @param asking whether the panel asks what to replay: then a sheet opens by itself, and goes once that is known.
 */
export function useFramePanel(name: string, asking: boolean): FramePanel {
  const phone = usePhone();
  const [floating, setFloating] = useStored(name, true, asBoolean);
  const [sheet, setSheet] = useState(asking);
  useEffect(() => setSheet(asking), [asking]);
  const set = phone ? setSheet : setFloating;
  return {
    phone,
    opened: phone ? sheet : floating,
    open: () => set(true),
    fold: () => set(false),
    uncover: () => setSheet(false),
  };
}
