/** Where a planned flight takes off or lands: an airport by its ident, or a landing place of the account. */
export interface FlightPlace {
  readonly ident: string | null;
  /** It may have been deleted. */
  readonly landingPlaceId: number | null;
  readonly name: string;
}

/** Whether both are the same place. */
export function isSamePlace(a: Omit<FlightPlace, 'name'>, b: Omit<FlightPlace, 'name'>): boolean {
  return a.ident === b.ident && a.landingPlaceId === b.landingPlaceId;
}

/** Key for `matchFlight`. */
export function placeKey({ ident, landingPlaceId }: Omit<FlightPlace, 'name'>): string {
  return ident ?? `p${landingPlaceId}`;
}
