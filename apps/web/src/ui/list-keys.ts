/** What a key does in a list; null: the list does not handle this key. */
export type ListCommand =
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'enter' }
  | { readonly type: 'toggle' }
  | { readonly type: 'collapse'; readonly collapsed: boolean };

/**
 * Keys of a tree (ARIA Authoring Practices, tree view pattern).
 * @param active index of the active row, -1 for none
 * @param visibleRows number of rows in the viewport
 */
export function getListCommand(
  key: string,
  active: number,
  count: number,
  visibleRows: number,
): ListCommand | null {
  switch (key) {
    case 'ArrowDown':
      return { type: 'go', to: active + 1 };
    case 'ArrowUp':
      return { type: 'go', to: active - 1 };
    case 'PageDown':
      return { type: 'go', to: active + visibleRows };
    case 'PageUp':
      return { type: 'go', to: active - visibleRows };
    case 'Home':
      return { type: 'go', to: 0 };
    case 'End':
      return { type: 'go', to: count - 1 };
    case 'Enter':
      return { type: 'enter' };
    case ' ':
      return { type: 'toggle' };
    case 'ArrowLeft':
      return { type: 'collapse', collapsed: true };
    case 'ArrowRight':
      return { type: 'collapse', collapsed: false };
    default:
      return null;
  }
}
