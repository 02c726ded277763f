/**
 * Instructions by names that no protocol prescribes. A model lists those that its documents describe;
 * the encoder of its protocol turns a name into bytes.
 */
export const INSTRUCTION_NAMES = [
  'locate',
  'track',
  'reportInterval',
  'angleReport',
  'heartbeat',
  'server',
  'apn',
  'timeZone',
  'sosNumbers',
  'centreNumber',
  'record',
  'voiceRecord',
  'restart',
  'factoryReset',
  'powerOff',
  'powerSchedule',
  'workingMode',
  'vibrationSensitivity',
  'moveAlarm',
  'overspeed',
  'batteryAlarm',
  'powerAlarm',
  'deviceFence',
  'cutOil',
  'restoreOil',
  'arm',
  'disarm',
  'odometer',
  'photo',
  'readParameters',
  'confirmAlarm',
  'freeText',
] as const;
export type InstructionName = (typeof INSTRUCTION_NAMES)[number];

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
