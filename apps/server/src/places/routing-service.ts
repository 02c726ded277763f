export const ROUTING_KINDS = ['osrm', 'valhalla'] as const;

/** A service of the operator that knows the roads: it plans routes, or matches tracks to them. */
export interface RoutingService {
  /** `{profile}` in it stands for `car`, `foot` or `bike`: OSRM is often served at an address for each. */
  readonly url: string;
  readonly kind: (typeof ROUTING_KINDS)[number];
  /** Milliseconds that it may take. */
  readonly timeoutMs: number;
}

/** What is wrong with a service as a whole, whose address this variable has. */
export function validateRoutingService(variable: string, { url }: RoutingService): readonly string[] {
  const unknown = url.replaceAll('{profile}', '').match(/\{\w+\}/);
  return unknown === null ? [] : [`${variable}: there is no ${unknown[0]}, only {profile}`];
}
