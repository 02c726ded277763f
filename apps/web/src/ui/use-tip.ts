import { useRef, useState } from 'react';

interface Tip {
  /** For the tooltip. */
  readonly shown: { readonly open: boolean; onOpenChange(open: boolean): void };
  /** What it names was clicked. */
  close(): void;
  /** The pointer has left. */
  renew(): void;
}

/** A tooltip that goes with the click: who has clicked knows the name, and it would lie over what was opened. It comes back with the pointer. */
export function useTip(): Tip {
  const [open, setOpen] = useState(false);
  const clicked = useRef(false);
  return {
    shown: { open, onOpenChange: (next) => setOpen(next && !clicked.current) },
    close() {
      clicked.current = true;
      setOpen(false);
    },
    renew() {
      clicked.current = false;
    },
  };
}
