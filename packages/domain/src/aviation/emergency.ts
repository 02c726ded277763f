/**
 * Emergencies of aircraft: the names of `emergency` in `aircraft.json` of readsb, which are those of the emergency and priority
 * status of ADS-B (DO-260B, 2.2.3.2.7.8.1.1). `general`, `nordo` and `unlawful` have a squawk of their own.
 */
export const EMERGENCIES = ['general', 'lifeguard', 'minfuel', 'nordo', 'unlawful', 'downed'] as const;
export type Emergency = (typeof EMERGENCIES)[number];

/** Squawks of emergencies (ICAO Doc 4444, 15.1.3.1 and Annex 10, vol. IV). */
const SQUAWKS: ReadonlyMap<string, Emergency> = new Map([
  ['7500', 'unlawful'],
  ['7600', 'nordo'],
  ['7700', 'general'],
]);

/** An emergency of an aircraft, and the squawk that says so; null: the squawk is another one, or is not known. */
export interface AircraftEmergency {
  readonly kind: Emergency;
  readonly squawk: string | null;
}

/**
 * The emergency that a squawk and a status name. 7700 is the general one: the status says more. Other squawks name it
 * themselves. Unknown values are none.
 *
 * @param squawk four octal digits; null: not sent
 * @param status a name of `EMERGENCIES`; everything else says nothing
 */
export function emergencyOf(squawk: string | null, status: string | null): AircraftEmergency | null {
  const bySquawk = SQUAWKS.get(squawk ?? '') ?? null;
  const byStatus = EMERGENCIES.find((name) => name === status) ?? null;
  if (bySquawk === null) return byStatus === null ? null : { kind: byStatus, squawk: null };
  const isDetailed = bySquawk === 'general' && byStatus !== null && !hasSquawk(byStatus);
  return { kind: isDetailed ? byStatus : bySquawk, squawk };
}

function hasSquawk(emergency: Emergency): boolean {
  return [...SQUAWKS.values()].includes(emergency);
}

/** Whether they have the same kind or squawk. Of two null, yes. */
export function isCompatible(a: AircraftEmergency | null, b: AircraftEmergency | null): boolean {
  if (a === null || b === null) return a === b;
  return a.kind === b.kind || (a.squawk !== null && a.squawk === b.squawk);
}

export function isSameEmergency(a: AircraftEmergency | null, b: AircraftEmergency | null): boolean {
  return a?.kind === b?.kind && a?.squawk === b?.squawk;
}
