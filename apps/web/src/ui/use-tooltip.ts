import { useRef, useState } from 'react';

interface TooltipControl {
  /** Props of the tooltip. */
  readonly tooltipProps: { readonly open: boolean; onOpenChange(open: boolean): void };
  /** Call when the labelled element was clicked. */
  close(): void;
  /** Call when the pointer has left. */
  reset(): void;
}

/**
 * A tooltip that closes on click, because it would cover what the click opened. It is available again after the pointer
 * has left.
 */
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
