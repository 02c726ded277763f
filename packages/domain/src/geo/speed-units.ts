/** km/h in 1 m/s. */
export const KMH_PER_MPS = 3.6;

/** km/h in 1 knot: one international nautical mile (1,852 m) an hour. */
export const KMH_PER_KNOT = 1.852;
