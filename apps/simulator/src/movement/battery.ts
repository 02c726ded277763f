/** Repeating discharge and charge cycle of a battery. */
export interface Battery {
  /** Hours from full to `minPercent`. */
  readonly dischargeHours: number;
  /** Hours from `minPercent` to full. */
  readonly chargeHours: number;
  /** Percent at which charging starts. */
  readonly minPercent: number;
  /** Position in the cycle at the epoch, 0 <= phase < 1. */
  readonly phase: number;
}

/** Charge in percent (integer) at an epoch time in milliseconds. */
export function chargeAt(battery: Battery, time: number): number {
  const cycle = battery.dischargeHours + battery.chargeHours;
  const hours = (time / 3_600_000 + battery.phase * cycle) % cycle;
  const used =
    hours < battery.dischargeHours
      ? hours / battery.dischargeHours
      : 1 - (hours - battery.dischargeHours) / battery.chargeHours;
  return Math.round(100 - used * (100 - battery.minPercent));
}
