/** How a battery goes down and is charged, over and over. */
export interface Battery {
  /** Hours from full to `lowest`. */
  readonly dischargeHours: number;
  /** Hours from `lowest` to full. */
  readonly chargeHours: number;
  /** Percent at which it is charged again. */
  readonly minPercent: number;
  /** Where in that cycle it is at the epoch, 0 <= phase < 1. */
  readonly phase: number;
}

/** Charge in whole percent at an epoch time in milliseconds. */
export function chargeAt(battery: Battery, time: number): number {
  const cycle = battery.dischargeHours + battery.chargeHours;
  const hours = (time / 3_600_000 + battery.phase * cycle) % cycle;
  const used =
    hours < battery.dischargeHours
      ? hours / battery.dischargeHours
      : 1 - (hours - battery.dischargeHours) / battery.chargeHours;
  return Math.round(100 - used * (100 - battery.minPercent));
}
