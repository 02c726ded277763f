/**
 * Elements by id (Teltonika Telematics Wiki, "Full AVL ID List"). The id alone does not determine the meaning: it
 * depends on the length of the value, and for the professional devices (`models.ts`) on the model.
 */
export interface ElementRule {
  readonly name: string;
  /** Bytes of the value; null: any. */
  readonly length: number | null;
  /**
   * `number`: divided by `divisor`; `flag`: not 0; `hex`: hexadecimal text; `text`: ASCII; `decimal`: digits of an
   * 8-byte integer.
   */
  readonly kind: 'number' | 'flag' | 'hex' | 'text' | 'decimal';
  readonly divisor: number;
  readonly signed: boolean;
  /** Values that mean an error of the sensor. They are stored as `<name>Fault`. */
  readonly faults: ReadonlySet<number>;
}

export type ElementRules = ReadonlyMap<number, readonly ElementRule[]>;

interface Options {
  readonly divisor?: number;
  readonly signed?: boolean;
  readonly faults?: readonly number[];
}

type Entry = readonly [id: number, rule: ElementRule];

const number = (id: number, name: string, length: number, options: Options = {}): Entry => [
  id,
  {
    name,
    length,
    kind: 'number',
    divisor: options.divisor ?? 1,
    signed: options.signed ?? false,
    faults: new Set(options.faults),
  },
];
const other = (id: number, name: string, length: number | null, kind: ElementRule['kind']): Entry => [
  id,
  { name, length, kind, divisor: 1, signed: false, faults: new Set() },
];
const flag = (id: number, name: string) => other(id, name, 1, 'flag');
const signed = { signed: true };
const tenths = { divisor: 10 };
const hundredths = { divisor: 100 };
const thousandths = { divisor: 1000 };
/** Dallas sensors: 0.1 degrees Celsius, with codes for a sensor that is not ready, unreadable, missing or unknown. */
const dallas = { divisor: 10, signed: true, faults: [850, 2000, 3000, 4000, 5000] };
/**
 * Bluetooth sensors: 0.01 degrees Celsius. The error codes of firmware before 03.28 (2000, 3000, 4000) are valid
 * temperatures as well, and cannot be distinguished.
 */
const bluetooth = { divisor: 100, signed: true, faults: [32765, 32766, 32767] };

function rules(entries: readonly Entry[]): ElementRules {
  const byId = new Map<number, ElementRule[]>();
  for (const [id, rule] of entries) byId.set(id, [...(byId.get(id) ?? []), rule]);
  return byId;
}

/** The same for all models. Voltages in V, current in A, odometers in m, acceleration in mg, times in s. */
const COMMON: readonly Entry[] = [
  flag(1, 'input1'),
  flag(2, 'input2'),
  flag(3, 'input3'),
  number(16, 'odometer', 4),
  number(24, 'gnssSpeed', 2),
  number(66, 'externalVoltage', 2, thousandths),
  number(67, 'batteryVoltage', 2, thousandths),
  number(68, 'batteryCurrent', 2, thousandths),
  number(69, 'gnssStatus', 1),
  other(78, 'driverUniqueId', 8, 'hex'),
  number(80, 'dataMode', 1),
  flag(179, 'output1'),
  flag(180, 'output2'),
  number(181, 'pdop', 2, tenths),
  number(182, 'hdop', 2, tenths),
  number(199, 'tripOdometer', 4),
  number(200, 'sleep', 1),
  number(205, 'cellId', 2),
  number(206, 'locationAreaCode', 2),
  flag(239, 'ignition'),
  flag(240, 'moving'),
  number(241, 'networkOperator', 4),
  flag(246, 'towing'),
  number(247, 'crash', 1),
  flag(249, 'jamming'),
  number(250, 'trip', 1),
  number(253, 'harshDriving', 1),
  number(254, 'harshDrivingValue', 1, hundredths),
  number(255, 'overspeed', 1),
  flag(303, 'instantMovement'),
];

/** FMB, FMC, FMM, FMT and most others. */
export const STANDARD_RULES: ElementRules = rules([
  ...COMMON,
  number(4, 'pulseCount1', 4),
  number(5, 'pulseCount2', 4),
  number(6, 'analog2', 2, thousandths),
  number(9, 'analog1', 2, thousandths),
  flag(10, 'sdCard'),
  other(11, 'iccid1', 8, 'decimal'),
  number(12, 'fuelUsed', 4, thousandths),
  number(13, 'fuelRate', 2, hundredths),
  other(14, 'iccid2', 8, 'decimal'),
  number(15, 'ecoScore', 2, hundredths),
  number(17, 'accelerationX', 2, signed),
  number(18, 'accelerationY', 2, signed),
  number(19, 'accelerationZ', 2, signed),
  number(20, 'sensorBattery2', 1),
  number(22, 'sensorBattery3', 1),
  number(23, 'sensorBattery4', 1),
  number(25, 'temperature1', 2, bluetooth),
  number(26, 'temperature2', 2, bluetooth),
  number(27, 'temperature3', 2, bluetooth),
  number(28, 'temperature4', 2, bluetooth),
  number(29, 'sensorBattery1', 1),
  number(30, 'dtcCount', 1),
  number(31, 'engineLoad', 1),
  number(32, 'coolantTemperature', 1, signed),
  number(33, 'shortFuelTrim', 1, signed),
  number(34, 'fuelPressure', 2),
  number(35, 'intakePressure', 1),
  number(36, 'rpm', 2),
  number(37, 'obdSpeed', 1),
  number(38, 'timingAdvance', 1, signed),
  number(39, 'intakeTemperature', 1, signed),
  number(40, 'airFlow', 2, hundredths),
  number(41, 'throttle', 1),
  number(42, 'engineRuntime', 2),
  number(43, 'distanceWithMil', 2),
  number(72, 'probeTemperature1', 4, dallas),
  number(73, 'probeTemperature2', 4, dallas),
  number(74, 'probeTemperature3', 4, dallas),
  number(75, 'probeTemperature4', 4, dallas),
  number(86, 'humidity1', 2, tenths),
  number(104, 'humidity2', 2, tenths),
  number(106, 'humidity3', 2, tenths),
  number(108, 'humidity4', 2, tenths),
  flag(175, 'autoFence'),
  other(207, 'card', 8, 'hex'),
  number(237, 'networkType', 1),
  other(238, 'userId', 8, 'hex'),
  number(243, 'harshDrivingDuration', 2),
  number(248, 'immobilizer', 1),
  flag(251, 'idling'),
  flag(252, 'unplugged'),
  other(256, 'vin', null, 'text'),
  number(260, 'ecoDuration', 2),
  number(263, 'bluetoothStatus', 1),
  other(264, 'barcode', null, 'text'),
  other(281, 'faultCodes', null, 'text'),
  number(283, 'drivingState', 1),
  number(284, 'drivingRecords', 2),
]);

/** FMB640, FMC650 and their family. */
export const PROFESSIONAL_RULES: ElementRules = rules([
  ...COMMON,
  flag(4, 'input4'),
  number(9, 'analog1', 2, thousandths),
  number(10, 'analog2', 2, thousandths),
  number(11, 'analog3', 2, thousandths),
  number(14, 'engineWorktime', 4),
  number(19, 'adBlueLevel', 1),
  number(22, 'dataMode', 1),
  number(23, 'engineLoad', 1),
  number(30, 'obdSpeed', 1),
  number(31, 'throttle', 1),
  number(35, 'rpm', 2),
  number(36, 'vehicleOdometer', 4),
  number(37, 'fuel', 1),
  number(236, 'accelerationX', 2, signed),
  number(237, 'accelerationY', 2, signed),
  number(238, 'accelerationZ', 2, signed),
  flag(243, 'idling'),
  number(245, 'analog4', 2, thousandths),
  number(251, 'immobilizer', 1),
  number(252, 'authorizedDriving', 1),
]);
