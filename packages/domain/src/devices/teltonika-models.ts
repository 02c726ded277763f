import type { InstructionName } from '../instructions/catalogue.ts';
import type { InstructionText } from '../instructions/texts/instruction-text.ts';
import type { DeviceModel } from './device-model.ts';

/** Teltonika Telematics Wiki, "FMB SMS/GPRS Commands" and "FMB Device Family Parameter list". */
const TEXTS: readonly InstructionName[] = ['locate', 'restart', 'odometer', 'readParameters', 'freeText'];
const SETTINGS: readonly InstructionName[] = [
  'reportInterval',
  'angleReport',
  'distanceReport',
  'server',
  'apn',
];
const RELAY: readonly InstructionName[] = ['cutOil', 'restoreOil'];

/**
 * Parameter 102 of the "FMB Device Family Parameter list" of the wiki, sleep settings: 0 disabled, 1 GPS sleep, 2 deep
 * sleep. The same text is accepted by SMS.
 */
const FMB_TEXTS: readonly InstructionText[] = [
  {
    instruction: 'workingMode',
    text: 'setparam 102:{mode:normal=0|sleep=1|deepSleep=2}',
    receipt: null,
    repeatable: true,
    sms: true,
  },
];

const VEHICLE = {
  vendor: 'Teltonika',
  protocol: 'teltonika',
  icon: 'car',
  power: 'wired',
  instructions: [...TEXTS, ...SETTINGS, ...RELAY],
  sensors: ['ignition', 'externalPower', 'battery', 'motion', 'relay'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

const FMB = {
  ...VEHICLE,
  instructions: [...VEHICLE.instructions, 'workingMode'],
  texts: FMB_TEXTS,
} as const satisfies Omit<DeviceModel, 'name'>;

/** `packages/protocols/src/teltonika/models.ts`: their elements and settings differ. */
const PROFESSIONAL = {
  ...VEHICLE,
  icon: 'truck',
  instructions: [...TEXTS, ...RELAY],
} as const satisfies Omit<DeviceModel, 'name'>;

const PORTABLE = {
  ...VEHICLE,
  icon: 'generic',
  power: 'rechargeable',
  instructions: [...TEXTS, ...SETTINGS],
  sensors: ['battery', 'motion'],
} as const satisfies Omit<DeviceModel, 'name'>;

export const TELTONIKA_MODELS: readonly DeviceModel[] = [
  { ...FMB, name: 'FMB120' },
  { ...FMB, name: 'FMB130' },
  { ...FMB, name: 'FMB920' },
  { ...VEHICLE, name: 'FMC130' },
  { ...VEHICLE, name: 'FMC920' },
  { ...VEHICLE, name: 'FMM130' },
  { ...PROFESSIONAL, name: 'FMB640' },
  { ...PROFESSIONAL, name: 'FMC650' },
  { ...PORTABLE, name: 'TMT250', sensors: ['battery', 'motion', 'sosButton'] },
  { ...PORTABLE, name: 'TAT100' },
];
