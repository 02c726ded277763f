import { useEffect, useRef } from 'react';

/** Overlays of Ant Design, which close themselves on Escape. */
const OVERLAYS = [
  '.ant-modal-wrap:not([style*="display: none"])',
  '.ant-drawer-open',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-popover:not(.ant-popover-hidden)',
].join();

/** Whether the key goes into an input field or to an overlay. */
export function isShortcutBlocked(target: EventTarget | null): boolean {
  // Overlays of hidden screens do not count.
  if ([...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility())) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}

/**
 * Calls `onPress` when one of the keys (as in KeyboardEvent.key) is pressed anywhere on the page, except in input
 * fields and with Ctrl, Alt or Meta.
 */
export function useShortcuts(keys: readonly string[], onPress: (event: KeyboardEvent) => void): void {
  const latest = useRef({ keys, onPress });
  useEffect(() => {
    latest.current = { keys, onPress };
  });
  useEffect(() => {
    // Checked in the capture phase, before other handlers close the overlay with this same key press.
    let blocked = false;
    const checkBlocked = (event: KeyboardEvent) => {
      blocked = isShortcutBlocked(event.target);
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (blocked || !latest.current.keys.includes(event.key)) return;
      // The browser leaves full screen on Escape; nothing else may close.
      if (event.key === 'Escape' && document.fullscreenElement !== null) return;
      latest.current.onPress(event);
    };
    addEventListener('keydown', checkBlocked, { capture: true });
    addEventListener('keydown', handleKeyDown);
    return () => {
      removeEventListener('keydown', checkBlocked, { capture: true });
      removeEventListener('keydown', handleKeyDown);
    };
  }, []);
}
