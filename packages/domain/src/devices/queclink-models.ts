import type { InstructionName } from '../instructions/catalogue.ts';
import type { DeviceModel } from './device-model.ts';

/** Queclink GV300 and GL300 @Track Air Interface Protocol, AT+GTRTO. */
const INSTRUCTIONS: readonly InstructionName[] = [
  'locate',
  'restart',
  'factoryReset',
  'readParameters',
  'freeText',
];

const VEHICLE = {
  vendor: 'Queclink',
  protocol: 'queclink',
  icon: 'car',
  power: 'wired',
  instructions: INSTRUCTIONS,
  sensors: ['ignition', 'externalPower', 'battery', 'motion'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

const PORTABLE = {
  ...VEHICLE,
  icon: 'generic',
  power: 'rechargeable',
  instructions: [...INSTRUCTIONS, 'powerOff'],
  sensors: ['battery', 'motion', 'sosButton', 'temperature'],
} as const satisfies Omit<DeviceModel, 'name'>;

export const QUECLINK_MODELS: readonly DeviceModel[] = [
  { ...VEHICLE, name: 'GV200' },
  { ...VEHICLE, name: 'GV300' },
  { ...VEHICLE, name: 'GV55' },
  { ...VEHICLE, name: 'GMT100', icon: 'motorcycle' },
  { ...PORTABLE, name: 'GL200' },
  { ...PORTABLE, name: 'GL300' },
];
