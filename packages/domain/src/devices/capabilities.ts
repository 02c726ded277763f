/** What devices measure or detect besides their position. */
export const SENSOR_NAMES = [
  'ignition',
  'externalPower',
  'battery',
  'vibration',
  'tamper',
  'sosButton',
  'microphone',
  'temperature',
  'humidity',
  'camera',
  'lock',
  'relay',
  'motion',
] as const;
export type SensorName = (typeof SENSOR_NAMES)[number];

/** Where a device gets its power from. */
export const POWER_KINDS = ['wired', 'rechargeable', 'phone'] as const;
export type PowerKind = (typeof POWER_KINDS)[number];
