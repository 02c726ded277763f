/** Whether a device was activated, and whether its validity has ended. */
export const ACTIVATIONS = ['unactivated', 'activated', 'expired'] as const;

export type Activation = (typeof ACTIVATIONS)[number];

/**
 * Whether a device is expired: at the end of its validity and later.
 *
 * @param validUntil epoch milliseconds; null: unlimited.
 * @param at epoch milliseconds by the server clock.
 */
export function isExpired(validUntil: number | null, at: number): boolean {
  return validUntil !== null && at >= validUntil;
}

/** The activation of a device: expired in any case after its validity, activated by its first report. */
export function activationOf(
  {
    activatedAt,
    validUntil,
  }: {
    /** When its first report was received; null: never. */
    readonly activatedAt: number | null;
    readonly validUntil: number | null;
  },
  now: number,
): Activation {
  if (isExpired(validUntil, now)) return 'expired';
  return activatedAt === null ? 'unactivated' : 'activated';
}
