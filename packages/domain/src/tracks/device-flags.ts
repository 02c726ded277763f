/**
 * Ignition and charging as reported with a fix, as bits of one byte: whether the value is known, and whether it is on. A byte of
 * 0 is a fix that reported neither.
 */
export const DEVICE_FLAGS = {
  ignition: { known: 1 << 0, on: 1 << 1 },
  charging: { known: 1 << 2, on: 1 << 3 },
} as const;
export type DeviceFlag = keyof typeof DEVICE_FLAGS;

/** The bits for a known value. */
export function flagBits(flag: DeviceFlag, value: boolean): number {
  const { known, on } = DEVICE_FLAGS[flag];
  return value ? known | on : known;
}

/**
 * The value of a flag for most of the time from one fix to another, both included; a reported value holds until the next one.
 * If both values have the same duration, the last one wins. Null: never reported.
 *
 * @param time epoch milliseconds of each fix
 */
export function majorityFlag(
  { time, flags }: { readonly time: Float64Array; readonly flags: Uint8Array | null },
  flag: DeviceFlag,
  from: number,
  to: number,
): boolean | null {
  if (flags === null) return null;
  const { known, on } = DEVICE_FLAGS[flag];
  let reported: boolean | null = null;
  let since = 0;
  let balance = 0;
  for (let at = from; at <= to; at += 1) {
    const bits = flags[at] ?? 0;
    if ((bits & known) === 0) continue;
    const now = time[at] ?? 0;
    balance += signedDuration(reported, now - since);
    reported = (bits & on) !== 0;
    since = now;
  }
  balance += signedDuration(reported, (time[to] ?? 0) - since);
  return balance === 0 ? reported : balance > 0;
}

function signedDuration(reported: boolean | null, ms: number): number {
  if (reported === null) return 0;
  return reported ? ms : -ms;
}
