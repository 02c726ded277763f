/** What a key does to the list; null: the key is not the list's. */
export type ListCommand =
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'enter' }
  | { readonly type: 'tick' }
  | { readonly type: 'fold'; readonly fold: boolean };

/**
 * The keys of a tree (ARIA authoring practices, tree view pattern).
 *
 * @param active index of the active row, -1 for none
 * @param visibleRows rows in sight
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
      return { type: 'tick' };
    case 'ArrowLeft':
      return { type: 'fold', fold: true };
    case 'ArrowRight':
      return { type: 'fold', fold: false };
    default:
      return null;
  }
}
