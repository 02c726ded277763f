/** The layers of the surface, from the lowest to the highest. */
export const SURFACE_ORDER = [
  'trails',
  'racer-tails',
  // Labels lie below the markers, which they avoid.
  'labels',
  'spider-legs',
  'clusters',
  'selected',
  'sos',
  'racers',
  'racer-numbers',
  'devices',
  'replay-markers',
  // The label of an SOS device always stays visible, even above a cluster.
  'labels-sos',
] as const;

export type SurfaceLayerId = (typeof SURFACE_ORDER)[number];
