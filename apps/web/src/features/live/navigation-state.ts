/** How an address of the live map came about; it goes with that address and no other, whoever navigates next. */
export interface NavigationState {
  /** The device was chosen where it is seen, or the map is come back to: it stays as it is. */
  readonly quiet: boolean;
}

export const KEEP_VIEW: NavigationState = { quiet: true };

export function keepsView(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'quiet' in state && state.quiet === true;
}
