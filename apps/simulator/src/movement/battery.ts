/** How a battery goes down and is charged, over and over. */
export interface Battery {
  /** Hours from full to `lowest`. */
  readonly lasts: number;
  /** Hours from `lowest` to full. */
  readonly charging: number;
  /** Percent at which it is charged again. */
  readonly lowest: number;
  /** Where in that cycle it is at the epoch, 0 <= phase < 1. */
  readonly phase: number;
}

/** Charge in whole percent at an epoch time in milliseconds. */
export function chargeAt(battery: Battery, time: number): number {
  const cycle = battery.lasts + battery.charging;
  const hours = (time / 3_600_000 + battery.phase * cycle) % cycle;
  const used = hours < battery.lasts ? hours / battery.lasts : 1 - (hours - battery.lasts) / battery.charging;
  return Math.round(100 - used * (100 - battery.lowest));
}
