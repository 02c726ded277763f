/**
 * Bits of one message of a BeiDou-2 card by its level, without and with encryption (capacity table of a public client
 * of command machines). Of the levels of BeiDou-3 cards no table is public.
 */
const LEVEL_BITS: Readonly<Record<number, { readonly plain: number; readonly encrypted: number }>> = {
  1: { plain: 110, encrypted: 140 },
  2: { plain: 408, encrypted: 360 },
  3: { plain: 628, encrypted: 580 },
  4: { plain: 848, encrypted: 1_680 },
};

/** An urgent message of BeiDou-2, at any level. */
export const URGENT_BITS = 188;
/** The longest message of BeiDou-3 within the region of its geostationary satellites. */
export const REGIONAL_BITS = 14_000;
/** The longest message of the global service of BeiDou-3. */
export const GLOBAL_BITS = 560;

/** Bits of one message at a level of BeiDou-2; null: no such level. */
export function levelBits(level: number, encrypted: boolean): number | null {
  const bits = LEVEL_BITS[level];
  if (bits === undefined) return null;
  return encrypted ? bits.encrypted : bits.plain;
}
