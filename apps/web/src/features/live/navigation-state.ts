/** State of a navigation to an address of the live map; it belongs to this navigation only. */
export interface NavigationState {
  /** The device was selected on the map, or the user returned to the map: the view stays unchanged. */
  readonly keepView: boolean;
}

export const KEEP_VIEW: NavigationState = { keepView: true };

export function keepsView(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepView' in state && state.keepView === true;
}
