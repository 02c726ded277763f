import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { ACCEPT_ALL, type ResponsePlan } from '../link/instruction-responses.ts';
import type { Battery } from '../movement/battery.ts';
import { followDayPlans } from '../movement/day-plan.ts';
import { repeatSchedule } from '../movement/itinerary.ts';
import { hash, seededRandom } from '../movement/randomness.ts';
import type { Schedule } from '../movement/schedule.ts';
import type { IconName, SimulatedDevice } from './simulated-device.ts';
import { createPowerCuts, planWorkday, type Workdays, ZONE_OFFSET } from './workdays.ts';

/** Properties that differ between devices; the others have defaults. */
export interface DeviceSpec {
  readonly name: string;
  readonly icon: IconName;
  readonly protocol: DemoProtocol;
  /** Repeated forever; with `workdays`, its usual round. */
  readonly schedule: Schedule;
  /** Position in the schedule at the epoch, 0..1; without effect with `workdays`. */
  readonly phase: number;
  /** Unset: it moves day and night. */
  readonly workdays?: Workdays;
  readonly label?: string;
  readonly model?: string;
  readonly note?: string;
  readonly interval?: number;
  readonly historyInterval?: number;
  /** Battery life in hours; unset: external power. */
  readonly batteryHours?: number;
  /** Percent at which charging starts. */
  readonly minBattery?: number;
  readonly gsm?: number | null;
  readonly altimeter?: boolean;
  readonly alarmsAt?: SimulatedDevice['alarmsAt'];
  readonly hasCoverageAt?: (time: number) => boolean;
  readonly inactiveHours?: number;
  readonly validDays?: number;
  /** Unset: it accepts all instructions. */
  readonly responses?: Partial<ResponsePlan>;
}

const MODELS = {
  jt808: 'JT/T 808',
  gt06: 'GT06N',
  osmand: 'Traccar Client',
  watch: 'Q50',
} as const satisfies Partial<Record<ProtocolName, string>>;
/** The protocols of the demo devices. */
type DemoProtocol = keyof typeof MODELS;
const NO_ALARMS: readonly NoticeType[] = [];

/** Creates the devices of a scene. `scene` is a unique number from 1 to 99, used in the device ids. */
export function createDevices(scene: number, specs: readonly DeviceSpec[]): readonly SimulatedDevice[] {
  return specs.map((spec, index) => {
    const number = scene * 100 + index + 1;
    const deviceId = createDeviceId(spec.protocol, number);
    const random = seededRandom(deviceId);
    return {
      deviceId,
      protocol: spec.protocol,
      name: spec.name,
      label: spec.label ?? '',
      icon: spec.icon,
      model: spec.model ?? MODELS[spec.protocol],
      note: spec.note ?? '',
      iotCard: spec.protocol === 'osmand' ? '' : createCardNumber(number),
      validDays: spec.validDays ?? null,
      stateAt: createMotion(deviceId, spec),
      weeks: createWeeks(deviceId, spec),
      instruments: {
        seed: hash(deviceId),
        error: 3,
        battery: createBattery(spec, random()),
        gsm: spec.gsm === undefined ? 62 + Math.floor(random() * 30) : spec.gsm,
        altimeter: spec.altimeter ?? spec.protocol !== 'gt06',
      },
      interval: spec.interval ?? 5,
      historyInterval: spec.historyInterval ?? 20,
      alarmsAt: spec.alarmsAt ?? (() => NO_ALARMS),
      hasCoverageAt: spec.hasCoverageAt ?? (() => true),
      inactiveHours: spec.inactiveHours ?? null,
      responses: { ...ACCEPT_ALL, ...spec.responses },
    };
  });
}

function createMotion(
  deviceId: string,
  { schedule, phase, workdays }: DeviceSpec,
): SimulatedDevice['stateAt'] {
  if (workdays === undefined) return repeatSchedule(schedule, phase * schedule.duration);
  return followDayPlans((dayNumber) => planWorkday(deviceId, schedule, workdays, dayNumber), ZONE_OFFSET);
}

function createWeeks(deviceId: string, { workdays }: DeviceSpec): SimulatedDevice['weeks'] {
  if (workdays === undefined) return null;
  const { alertSpeed = Number.POSITIVE_INFINITY, movingStep = 60 } = workdays;
  return { alertSpeed, movingStep, hasPowerAt: createPowerCuts(deviceId) };
}

function createBattery({ batteryHours, minBattery }: DeviceSpec, phase: number): Battery | null {
  if (batteryHours === undefined) return null;
  return {
    dischargeHours: batteryHours,
    chargeHours: Math.max(1, batteryHours / 8),
    minPercent: minBattery ?? 34,
    phase,
  };
}

/** Ids in the format of the protocol: an 11-digit phone number, an IMEI, a name. */
function createDeviceId(protocol: DemoProtocol, number: number): string {
  if (protocol === 'jt808') return `1390018${String(number).padStart(4, '0')}`;
  if (protocol === 'osmand') return `phone-${number}`;
  return appendCheckDigit(`8681201000${String(number).padStart(4, '0')}`);
}

/** A number of 13 digits, as Chinese IoT cards have. */
function createCardNumber(number: number): string {
  return `1064801${String(number).padStart(6, '0')}`;
}

/** Appends the 15th digit of an IMEI (3GPP TS 23.003 annex B: Luhn formula). */
function appendCheckDigit(fourteen: string): string {
  let sum = 0;
  for (let i = 0; i < fourteen.length; i++) {
    const digit = Number(fourteen.charAt(i)) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${fourteen}${(10 - (sum % 10)) % 10}`;
}
