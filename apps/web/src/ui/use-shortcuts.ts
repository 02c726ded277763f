import { useEffect, useRef } from 'react';

/** What Ant Design lays over the page and closes by its own Escape. */
const OVERLAYS = [
  '.ant-modal-wrap:not([style*="display: none"])',
  '.ant-drawer-open',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-popover:not(.ant-popover-hidden)',
].join();

/** Whether what is typed goes into a field, or something stands above the page. */
export function isShortcutBlocked(target: EventTarget | null): boolean {
  // Those of a screen that is hidden take nothing.
  if ([...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility())) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}

/**
 * Calls `act` when one of the keys (as in KeyboardEvent.key) is pressed anywhere on the page, except where it
 * is text for a field, and without Ctrl, Alt or Meta.
 */
export function useShortcuts(keys: readonly string[], onPress: (event: KeyboardEvent) => void): void {
  const latest = useRef({ keys, act: onPress });
  useEffect(() => {
    latest.current = { keys, act: onPress };
  });
  useEffect(() => {
    // Asked before anybody else acts: what closes at this very key was open when it was pressed.
    let blocked = false;
    const checkBlocked = (event: KeyboardEvent) => {
      blocked = isShortcutBlocked(event.target);
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (blocked || !latest.current.keys.includes(event.key)) return;
      // It leaves the full screen, and closes nothing besides.
      if (event.key === 'Escape' && document.fullscreenElement !== null) return;
      latest.current.act(event);
    };
    addEventListener('keydown', checkBlocked, { capture: true });
    addEventListener('keydown', handleKeyDown);
    return () => {
      removeEventListener('keydown', checkBlocked, { capture: true });
      removeEventListener('keydown', handleKeyDown);
    };
  }, []);
}
