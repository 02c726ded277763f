import { isShortcutBlocked } from '../../ui/use-shortcuts.ts';

export interface DrawKeys {
  /** Gives up the open step; answers whether there was one. */
  readonly escape: () => boolean;
  /** Each answers whether it did anything. */
  readonly enter: () => boolean;
  readonly remove: () => boolean;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
}

/**
 * Hears the keys of drawing on the whole page, before anybody else: an Escape that gives up a step closes nothing. What is typed
 * into a field, and what a dialog stands above, is left alone.
 */
export function listenToDrawKeys(keys: DrawKeys): () => void {
  function pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isShortcutBlocked(event.target)) return;
    if (!act(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function act(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') return event.shiftKey ? keys.redo() : keys.undo();
      return key === 'y' && keys.redo();
    }
    if (key === 'escape') return document.fullscreenElement === null && keys.escape();
    // A button that has the focus is pressed by Enter.
    if (key === 'enter')
      return !(event.target instanceof HTMLElement && event.target.closest('button, a')) && keys.enter();
    return (key === 'delete' || key === 'backspace') && keys.remove();
  }

  addEventListener('keydown', pressed, { capture: true });
  return () => removeEventListener('keydown', pressed, { capture: true });
}
