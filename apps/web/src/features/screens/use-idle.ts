import { useEffect, useState } from 'react';

/** Milliseconds without the pointer after which buttons and cursor disappear. */
const IDLE_MS = 4_000;

/** Whether nobody has moved the pointer for a while. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    wake();
    for (const type of ['pointermove', 'pointerdown', 'keydown'] as const) addEventListener(type, wake);
    return () => {
      clearTimeout(timer);
      for (const type of ['pointermove', 'pointerdown', 'keydown'] as const) removeEventListener(type, wake);
    };
  }, []);
  return isIdle;
}
