/** Degrees, minutes, seconds and tenths of a second of an arc (0.1" is about 3 m). */
export interface Arc {
  readonly degrees: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly tenths: number;
}

/** Degrees, not negative: the formats have no hemisphere. Null if a part is out of range. */
export function arcToDegrees({ degrees, minutes, seconds, tenths }: Arc, max: 90 | 180): number | null {
  if (minutes >= 60 || seconds >= 60 || tenths >= 10) return null;
  const value = degrees + (minutes * 600 + seconds * 10 + tenths) / 36_000;
  return value <= max ? value : null;
}

export function degreesToArc(value: number): Arc {
  const total = Math.round(value * 36_000);
  return {
    degrees: Math.floor(total / 36_000),
    minutes: Math.floor(total / 600) % 60,
    seconds: Math.floor(total / 10) % 60,
    tenths: total % 10,
  };
}
