import { isShortcutBlocked } from '../../ui/use-shortcuts.ts';

export interface DrawKeys {
  /** Cancels the current step. Returns whether there was one. */
  readonly escape: () => boolean;
  /** These return whether they did anything. */
  readonly enter: () => boolean;
  readonly remove: () => boolean;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
}

/**
 * Handles the drawing keys on the whole page, before all other handlers: an Escape that cancels a step closes nothing
 * else. Ignores keys typed into a field or while a dialog is open.
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
    // Enter presses a focused button.
    if (key === 'enter')
      return !(event.target instanceof HTMLElement && event.target.closest('button, a')) && keys.enter();
    return (key === 'delete' || key === 'backspace') && keys.remove();
  }

  addEventListener('keydown', pressed, { capture: true });
  return () => removeEventListener('keydown', pressed, { capture: true });
}
