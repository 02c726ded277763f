/** Devices of a map that are closer than this are one cluster, pixels of a map with tiles of 512. */
export const CLUSTER_PIXELS = 80;
/** From this zoom on nothing is clustered (specification). */
export const UNCLUSTERED_ZOOM = 17;
