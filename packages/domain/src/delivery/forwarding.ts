/** Ways by which positions and events reach other systems. */
export const FORWARD_KINDS = ['http', 'mqtt'] as const;
export type ForwardKind = (typeof FORWARD_KINDS)[number];

/** Versions of MQTT: OASIS standards of 2019 and 2014. */
export const MQTT_VERSIONS = ['5', '3.1.1'] as const;
export type MqttVersion = (typeof MQTT_VERSIONS)[number];

/** What is forwarded. */
export const FORWARD_CONTENTS = ['positions', 'events'] as const;
export type ForwardContent = (typeof FORWARD_CONTENTS)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds from a failed attempt to the next one; the last delay applies until an attempt succeeds. */
const DELAYS: readonly number[] = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE];

/** When to try again after the given number of failed attempts in a row, epoch milliseconds. */
export function forwardRetryAt(failures: number, now: number): number {
  return now + (DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0);
}
