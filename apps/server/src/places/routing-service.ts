export const ROUTING_KINDS = ['osrm', 'valhalla'] as const;

/** A routing service of the operator: it plans routes, or matches tracks to roads. */
export interface RoutingService {
  /** May contain `{profile}` for `car`, `foot` or `bike`: OSRM often has a URL for each. */
  readonly url: string;
  readonly kind: (typeof ROUTING_KINDS)[number];
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
}

/** Problems of a service whose URL is in this environment variable. */
export function validateRoutingService(variable: string, { url }: RoutingService): readonly string[] {
  const unknown = url.replaceAll('{profile}', '').match(/\{\w+\}/);
  return unknown === null ? [] : [`${variable}: there is no ${unknown[0]}, only {profile}`];
}
