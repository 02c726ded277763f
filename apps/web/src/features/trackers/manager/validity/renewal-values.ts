/** How a renewal determines the new end. */
export const RENEWAL_KINDS = ['byMonths', 'byDate', 'byUnlimited'] as const;
type RenewalKind = (typeof RENEWAL_KINDS)[number];

/** Values of the dialog. */
export interface RenewalValues {
  readonly kind: RenewalKind;
  readonly months?: number | null;
  /** Epoch milliseconds. */
  readonly validUntil?: number | null;
}

export const INITIAL_RENEWAL: RenewalValues = { kind: 'byMonths', months: 12, validUntil: null };

/** The new end for `renewTrackers`. */
export function toRenewal({
  kind,
  months,
  validUntil,
}: RenewalValues): { readonly months: number } | { readonly validUntil: number | null } {
  switch (kind) {
    case 'byMonths':
      return { months: months ?? 1 };
    case 'byDate':
      return { validUntil: validUntil ?? null };
    case 'byUnlimited':
      return { validUntil: null };
  }
}
