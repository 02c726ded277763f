import { useEffect, useRef } from 'react';

/** Whether what is typed goes into a field, or a dialog stands above the page. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}

/**
 * Calls `act` when one of the keys (as in KeyboardEvent.key) is pressed anywhere on the page, except where it
 * is text for a field, and without Ctrl, Alt or Meta.
 */
export function useKeys(keys: readonly string[], act: (event: KeyboardEvent) => void): void {
  const latest = useRef({ keys, act });
  useEffect(() => {
    latest.current = { keys, act };
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!latest.current.keys.includes(event.key) || isTaken(event.target)) return;
      latest.current.act(event);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
