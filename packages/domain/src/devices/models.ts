import type { InstructionName } from '../instructions/catalogue.ts';
import type { SensorName } from './capabilities.ts';
import type { DeviceModel } from './device-model.ts';
import { QUECLINK_MODELS } from './queclink-models.ts';
import { TELTONIKA_MODELS } from './teltonika-models.ts';

/** Concox GT06 v1.8.1 section 6, JM-VL03 v1.1.2 and the manuals of VT02S and EV02: texts in a 0x80 packet. */
const GT06_TEXTS: readonly InstructionName[] = [
  'locate',
  'reportInterval',
  'heartbeat',
  'server',
  'apn',
  'timeZone',
  'restart',
  'factoryReset',
  'batteryAlarm',
  'readParameters',
  'freeText',
];
const GT06_VEHICLE: readonly InstructionName[] = [
  ...GT06_TEXTS,
  'sosNumbers',
  'centreNumber',
  'moveAlarm',
  'overspeed',
  'powerAlarm',
  'cutOil',
  'restoreOil',
];

/** JT/T 808-2013: 0x8103 to 0x8107, 0x8201 to 0x8203, 0x8300, 0x8600 to 0x8607. */
const JT808_STANDARD: readonly InstructionName[] = [
  'uploadInterval',
  'distanceReport',
  'removeDeviceFence',
  'textMessage',
  'locate',
  'track',
  'reportInterval',
  'angleReport',
  'heartbeat',
  'server',
  'apn',
  'overspeed',
  'moveAlarm',
  'deviceFence',
  'odometer',
  'restart',
  'factoryReset',
  'powerOff',
  'readParameters',
  'confirmAlarm',
  'freeText',
];
/** Commands 0x17, 0x18 and 0x64 to 0x67 of 0x8105, and texts of 0x8300, in "JT/T808 Protocol for G10LS". */
const G10LS_INSTRUCTIONS: readonly InstructionName[] = [
  ...JT808_STANDARD,
  'uploadFrequency',
  'sleepHeartbeat',
  'sleepInterval',
  'led',
  'record',
  'voiceRecord',
  'vibrationSensitivity',
  'cutOil',
  'restoreOil',
  'arm',
  'disarm',
];
/** 0x8801 takes pictures. */
const JT808_CAMERA: readonly InstructionName[] = [...JT808_STANDARD, 'photo'];

/** T622 GPRS protocol V1.2 section 3; the documents of the other models list the same commands. */
const MEITRACK_INSTRUCTIONS: readonly InstructionName[] = [
  'locate',
  'reportInterval',
  'uploadInterval',
  'angleReport',
  'heartbeat',
  'workingMode',
  'server',
  'sosNumbers',
  'overspeed',
  'cutOil',
  'restoreOil',
  'restart',
  'factoryReset',
  'readParameters',
  'freeText',
];

const VEHICLE_SENSORS: readonly SensorName[] = [
  'ignition',
  'externalPower',
  'battery',
  'vibration',
  'sosButton',
  'relay',
];
const PORTABLE_SENSORS: readonly SensorName[] = ['battery', 'vibration', 'tamper'];
const PHONE_SENSORS: readonly SensorName[] = ['battery'];

const GT06_MODEL = {
  vendor: 'Concox',
  protocol: 'gt06',
  icon: 'car',
  power: 'wired',
  instructions: GT06_VEHICLE,
  sensors: VEHICLE_SENSORS,
  setup: 'concox',
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

const GT06_PORTABLE_MODEL = {
  ...GT06_MODEL,
  icon: 'generic',
  power: 'rechargeable',
  instructions: GT06_TEXTS,
  sensors: PORTABLE_SENSORS,
} as const satisfies Omit<DeviceModel, 'name'>;

const JT808_MODEL = {
  vendor: '',
  protocol: 'jt808',
  icon: 'car',
  power: 'wired',
  instructions: JT808_STANDARD,
  sensors: ['ignition', 'externalPower'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

const CAMERA_MODEL = {
  ...JT808_MODEL,
  vendor: 'Jimi',
  instructions: JT808_CAMERA,
  sensors: ['ignition', 'externalPower', 'vibration', 'camera'],
  dialect: 'jimi',
} as const satisfies Omit<DeviceModel, 'name'>;

const AOVX_MODEL = {
  ...JT808_MODEL,
  vendor: 'AOVX',
  icon: 'container',
  power: 'rechargeable',
  sensors: ['battery', 'motion', 'tamper'],
  setup: 'wanway',
  dialect: 'aovx',
} as const satisfies Omit<DeviceModel, 'name'>;

const PADLOCK_MODEL = {
  ...JT808_MODEL,
  icon: 'container',
  power: 'rechargeable',
  sensors: ['battery', 'tamper', 'lock'],
  dialect: 'padlock',
} as const satisfies Omit<DeviceModel, 'name'>;

const MEITRACK_MODEL = {
  vendor: 'Meitrack',
  protocol: 'meitrack',
  icon: 'car',
  power: 'wired',
  instructions: MEITRACK_INSTRUCTIONS,
  sensors: ['ignition', 'externalPower', 'battery', 'sosButton', 'relay'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

/** "GPS Tracker Communication Protocol" v1.0.5 (H02), section 4. */
const H02_INSTRUCTIONS: readonly InstructionName[] = [
  'locate',
  'reportInterval',
  'server',
  'apn',
  'centreNumber',
  'restart',
  'factoryReset',
  'cutOil',
  'restoreOil',
  'arm',
  'disarm',
  'readParameters',
];

/** SinoTrack protocol and the texts of the ST-901. */
const SINOTRACK_INSTRUCTIONS: readonly InstructionName[] = [
  'locate',
  'track',
  'reportInterval',
  'uploadInterval',
  'cutOil',
  'restoreOil',
  'arm',
  'disarm',
  'restart',
  'confirmAlarm',
  'factoryReset',
  'readParameters',
  'freeText',
];

const H02_MODEL = {
  vendor: 'HuaSunTeK',
  protocol: 'h02',
  icon: 'car',
  power: 'wired',
  instructions: H02_INSTRUCTIONS,
  sensors: ['ignition', 'externalPower', 'battery', 'sosButton', 'relay'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

/** KX402 GPRS Communication Protocol 1.5, section 3. */
const TK103_MODEL = {
  vendor: '',
  protocol: 'tk103',
  icon: 'car',
  power: 'wired',
  instructions: ['locate', 'track', 'cutOil', 'restoreOil', 'restart', 'freeText'],
  sensors: ['ignition', 'externalPower', 'vibration', 'sosButton', 'relay'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

/** "GPRS Communication Protocol" 1.8 for watches, sections 2 and 3. */
const WATCH_MODEL = {
  vendor: '',
  protocol: 'watch',
  icon: 'person',
  power: 'rechargeable',
  instructions: [
    'locate',
    'reportInterval',
    'uploadInterval',
    'server',
    'sosNumbers',
    'centreNumber',
    'listenIn',
    'callBack',
    'findDevice',
    'restart',
    'factoryReset',
    'powerOff',
    'batteryAlarm',
    'readParameters',
    'textMessage',
    'freeText',
  ],
  sensors: ['battery', 'sosButton', 'microphone', 'tamper'],
  setup: null,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name'>;

const PHONE_APP = {
  vendor: '',
  protocol: 'osmand',
  icon: 'person',
  power: 'phone',
  instructions: [],
  sensors: PHONE_SENSORS,
  dialect: null,
} as const satisfies Omit<DeviceModel, 'name' | 'setup'>;

/**
 * The shipped catalogue. `docs/development/devices.md` names the sources and how to add a model. Order: as displayed.
 */
export const DEVICE_MODELS: readonly DeviceModel[] = [
  { ...GT06_MODEL, name: 'GT06' },
  { ...GT06_MODEL, name: 'GT06N', sensors: [...VEHICLE_SENSORS, 'microphone'] },
  { ...GT06_MODEL, name: 'GT06N 4G' },
  { ...GT06_MODEL, name: 'JM-VL02' },
  { ...GT06_MODEL, name: 'JM-VL03' },
  { ...GT06_MODEL, name: 'VL103D' },
  { ...GT06_MODEL, name: 'VL103M', vendor: 'Jimi', sensors: [...VEHICLE_SENSORS, 'motion'] },
  { ...GT06_MODEL, name: 'EG02', icon: 'motorcycle' },
  {
    ...GT06_MODEL,
    name: 'BL10',
    icon: 'bicycle',
    power: 'rechargeable',
    sensors: [...PORTABLE_SENSORS, 'lock'],
  },
  { ...GT06_PORTABLE_MODEL, name: 'AT4' },
  { ...GT06_PORTABLE_MODEL, name: 'JM-LG01' },
  { ...GT06_MODEL, name: 'JC400', vendor: 'Jimi', setup: null, sensors: [...VEHICLE_SENSORS, 'camera'] },
  { ...GT06_MODEL, name: 'EV02', vendor: 'WanWay', setup: 'wanway' },
  { ...GT06_MODEL, name: 'VT02S', vendor: '', setup: null },
  { ...GT06_PORTABLE_MODEL, name: 'GT02', setup: null },
  { ...GT06_MODEL, name: 'R11', vendor: 'SeeWorld', setup: null, sensors: ['ignition', 'externalPower'] },
  { ...JT808_MODEL, name: 'JT/T 808' },
  {
    ...JT808_MODEL,
    name: 'G10LS',
    vendor: 'Cantrack',
    instructions: G10LS_INSTRUCTIONS,
    sensors: [...VEHICLE_SENSORS, 'microphone'],
    setup: 'g10ls',
    dialect: 'g10ls',
  },
  {
    ...JT808_MODEL,
    name: 'S21L',
    sensors: [...VEHICLE_SENSORS, 'temperature', 'humidity'],
    dialect: 's21l',
  },
  { ...JT808_MODEL, name: 'Goome', vendor: 'Goome', sensors: ['ignition', 'vibration'], dialect: 'goome' },
  { ...JT808_MODEL, name: 'EG01', vendor: 'BSJ', power: null, dialect: 'bsj', alsoNamed: ['BSJ'] },
  { ...JT808_MODEL, name: 'W15L', vendor: 'SeeWorld', dialect: 'seeworld', alsoNamed: ['SEEWORLD'] },
  { ...CAMERA_MODEL, name: 'JC371' },
  { ...CAMERA_MODEL, name: 'JC181' },
  { ...CAMERA_MODEL, name: 'JC182' },
  { ...CAMERA_MODEL, name: 'JC450' },
  { ...CAMERA_MODEL, name: 'JC451' },
  { ...JT808_MODEL, name: 'VL300', vendor: 'AOVX', setup: 'wanway', dialect: 'vl300' },
  { ...AOVX_MODEL, name: 'AL300', alsoNamed: ['AOVX'] },
  { ...AOVX_MODEL, name: 'GL100' },
  { ...PADLOCK_MODEL, name: 'G360P' },
  { ...PADLOCK_MODEL, name: 'G508P' },
  { ...MEITRACK_MODEL, name: 'T1' },
  { ...MEITRACK_MODEL, name: 'T333' },
  { ...MEITRACK_MODEL, name: 'T366G' },
  { ...MEITRACK_MODEL, name: 'T622' },
  { ...MEITRACK_MODEL, name: 'MVT100' },
  { ...MEITRACK_MODEL, name: 'MVT340' },
  { ...MEITRACK_MODEL, name: 'MVT380' },
  { ...MEITRACK_MODEL, name: 'MVT600' },
  { ...H02_MODEL, name: 'H02' },
  { ...H02_MODEL, name: 'ST-901', vendor: 'SinoTrack', instructions: SINOTRACK_INSTRUCTIONS },
  { ...TK103_MODEL, name: 'KX402' },
  { ...WATCH_MODEL, name: 'Q50' },
  ...TELTONIKA_MODELS,
  ...QUECLINK_MODELS,
  { ...PHONE_APP, name: 'Traccar Client', vendor: 'Traccar', setup: 'traccarClient' },
  { ...PHONE_APP, name: 'OsmAnd', vendor: 'OsmAnd', setup: 'osmAnd' },
  { ...PHONE_APP, name: 'GPSLogger', vendor: 'Mendhak', setup: 'gpsLogger' },
  {
    name: 'NMEA 0183',
    vendor: '',
    protocol: 'nmea',
    icon: 'ship',
    power: null,
    instructions: [],
    sensors: [],
    setup: null,
    dialect: null,
  },
];
