import { useRef, useState } from 'react';

interface TooltipControl {
  /** For the tooltip. */
  readonly tooltipProps: { readonly open: boolean; onOpenChange(open: boolean): void };
  /** What it names was clicked. */
  close(): void;
  /** The pointer has left. */
  reset(): void;
}

/** A tooltip that goes with the click: who has clicked knows the name, and it would lie over what was opened. It comes back with the pointer. */
export function useTooltip(): TooltipControl {
  const [open, setOpen] = useState(false);
  const clicked = useRef(false);
  return {
    tooltipProps: { open, onOpenChange: (next) => setOpen(next && !clicked.current) },
    close() {
      clicked.current = true;
      setOpen(false);
    },
    reset() {
      clicked.current = false;
    },
  };
}
