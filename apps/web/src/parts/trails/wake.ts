/** The specification's lengths of a live trail, minutes; 0: none. */
export const WAKES = [0, 5, 10, 15, 20, 30] as const;
export type Wake = (typeof WAKES)[number];

export const asWake = (stored: unknown): Wake | null => WAKES.find((wake) => wake === stored) ?? null;
