/** Units of length, in metres. */
export const LENGTH_UNITS = {
  /** International foot: NIST SP 811 (2008), B.8. */
  ft: 0.3048,
  m: 1,
  km: 1000,
  /** 5280 international feet: NIST SP 811, B.8. */
  mi: 1609.344,
  /** BIPM, The International System of Units, 9th edition, 2019, note to table 8. */
  nmi: 1852,
} as const;

export type LengthUnit = keyof typeof LENGTH_UNITS;

/** Units of area, in square metres, in the order of the specification. */
export const AREA_UNITS = {
  km2: 1_000_000,
  /** 15 mu make a hectare. */
  mu: 2000 / 3,
  /** 100 mu. */
  qing: 200_000 / 3,
  /** BIPM, The International System of Units, 9th edition, 2019, table 8. */
  ha: 10_000,
  m2: 1,
  /** 43,560 square feet of the international foot, the only one since 2023 (NIST, Federal Register 85 FR 62698). */
  acre: 4046.8564224,
  /** 640 acres. */
  mi2: 2_589_988.110336,
  ft2: 0.3048 ** 2,
  yd2: 0.9144 ** 2,
} as const;

export type AreaUnit = keyof typeof AREA_UNITS;

/** Converts metres to another unit. */
export function toLengthUnit(metres: number, unit: LengthUnit): number {
  return metres / LENGTH_UNITS[unit];
}

export function toAreaUnit(squareMetres: number, unit: AreaUnit): number {
  return squareMetres / AREA_UNITS[unit];
}
