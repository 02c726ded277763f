import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Battery } from '../movement/battery.ts';
import { repeatSchedule } from '../movement/itinerary.ts';
import { hash, seededRandom } from '../movement/randomness.ts';
import type { Schedule } from '../movement/schedule.ts';
import type { IconName, SimulatedDevice } from './simulated-device.ts';

/** What differs from device to device; the rest has a usual value. */
export interface DeviceSpec {
  readonly name: string;
  readonly icon: IconName;
  readonly protocol: DemoProtocol;
  /** Does this over and over. */
  readonly schedule: Schedule;
  /** Where in its way it is at the epoch, 0..1 of it. */
  readonly phase: number;
  readonly label?: string;
  readonly model?: string;
  readonly note?: string;
  readonly interval?: number;
  readonly historyInterval?: number;
  /** Hours for which its battery lasts; none: it is fed by what it is mounted on. */
  readonly batteryHours?: number;
  /** Percent at which it is charged. */
  readonly minBattery?: number;
  readonly gsm?: number | null;
  readonly altimeter?: boolean;
  readonly alarmsAt?: SimulatedDevice['alarmsAt'];
  readonly coveredAt?: (time: number) => boolean;
  readonly inactiveHours?: number;
}

const MODELS = {
  jt808: 'JT-900',
  gt06: 'GT06N',
  osmand: 'Traccar Client',
} as const satisfies Partial<Record<ProtocolName, string>>;
/** The protocols by which the demo's devices report. */
type DemoProtocol = keyof typeof MODELS;
const NO_ALARMS: readonly NoticeType[] = [];

/** Gives the roles of one scene their devices. `scene` is a number of its own, 1 to 99: device numbers follow from it. */
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
      stateAt: repeatSchedule(spec.schedule, spec.phase * spec.schedule.duration),
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
      coveredAt: spec.coveredAt ?? (() => true),
      inactiveHours: spec.inactiveHours ?? null,
    };
  });
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

/** Numbers as the protocols have them: 11 digits of a SIM card, an IMEI, a word. */
function createDeviceId(protocol: DemoProtocol, number: number): string {
  if (protocol === 'jt808') return `1390018${String(number).padStart(4, '0')}`;
  if (protocol === 'osmand') return `phone-${number}`;
  return appendCheckDigit(`8681201000${String(number).padStart(4, '0')}`);
}

/** An IMEI's 15th digit (3GPP TS 23.003 annex B: the Luhn formula). */
function appendCheckDigit(fourteen: string): string {
  let sum = 0;
  for (let i = 0; i < fourteen.length; i++) {
    const digit = Number(fourteen.charAt(i)) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${fourteen}${(10 - (sum % 10)) % 10}`;
}
