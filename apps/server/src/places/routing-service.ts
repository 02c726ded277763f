export const ROUTING_KINDS = ['osrm', 'valhalla'] as const;

/** The operator's routing service. */
export interface RoutingService {
  /** `{profile}` in it stands for `car`, `foot` or `bike`: OSRM is often served at an address for each. */
  readonly url: string;
  readonly kind: (typeof ROUTING_KINDS)[number];
  /** Milliseconds that it may take. */
  readonly patience: number;
}

/** What is wrong with a service as a whole. */
export function problemsOf({ url }: RoutingService): readonly string[] {
  const unknown = url.replaceAll('{profile}', '').match(/\{\w+\}/);
  return unknown === null ? [] : [`WAKELINE_ROUTING_URL: there is no ${unknown[0]}, only {profile}`];
}
