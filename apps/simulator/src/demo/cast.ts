import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Battery } from '../movement/battery.ts';
import { repeated } from '../movement/itinerary.ts';
import { hash, seeded } from '../movement/randomness.ts';
import type { Timetable } from '../movement/timetable.ts';
import type { IconName, PretendDevice } from './pretend-device.ts';

/** What differs from device to device; the rest has a usual value. */
export interface Role {
  readonly name: string;
  readonly icon: IconName;
  readonly protocol: CastProtocol;
  /** Does this over and over. */
  readonly way: Timetable;
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
  readonly lowest?: number;
  readonly gsm?: number | null;
  readonly altimeter?: boolean;
  readonly alarmsAt?: PretendDevice['alarmsAt'];
  readonly coveredAt?: (time: number) => boolean;
  readonly silentFor?: number;
}

const MODELS = {
  jt808: 'JT-900',
  gt06: 'GT06N',
  osmand: 'Traccar Client',
} as const satisfies Partial<Record<ProtocolName, string>>;
/** The protocols by which the demo's devices report. */
type CastProtocol = keyof typeof MODELS;
const CALM: readonly NoticeType[] = [];

/** Gives the roles of one scene their devices. `scene` is a number of its own, 1 to 99: device numbers follow from it. */
export function cast(scene: number, roles: readonly Role[]): readonly PretendDevice[] {
  return roles.map((role, index) => {
    const number = scene * 100 + index + 1;
    const deviceId = deviceIdOf(role.protocol, number);
    const random = seeded(deviceId);
    return {
      deviceId,
      protocol: role.protocol,
      name: role.name,
      label: role.label ?? '',
      icon: role.icon,
      model: role.model ?? MODELS[role.protocol],
      note: role.note ?? '',
      placeAt: repeated(role.way, role.phase * role.way.duration),
      instruments: {
        seed: hash(deviceId),
        error: 3,
        battery: batteryOf(role, random()),
        gsm: role.gsm === undefined ? 62 + Math.floor(random() * 30) : role.gsm,
        altimeter: role.altimeter ?? role.protocol !== 'gt06',
      },
      interval: role.interval ?? 5,
      historyInterval: role.historyInterval ?? 20,
      alarmsAt: role.alarmsAt ?? (() => CALM),
      coveredAt: role.coveredAt ?? (() => true),
      silentFor: role.silentFor ?? null,
    };
  });
}

function batteryOf({ batteryHours, lowest }: Role, phase: number): Battery | null {
  if (batteryHours === undefined) return null;
  return { lasts: batteryHours, charging: Math.max(1, batteryHours / 8), lowest: lowest ?? 34, phase };
}

/** Numbers as the protocols have them: 11 digits of a SIM card, an IMEI, a word. */
function deviceIdOf(protocol: CastProtocol, number: number): string {
  if (protocol === 'jt808') return `1390018${String(number).padStart(4, '0')}`;
  if (protocol === 'osmand') return `phone-${number}`;
  return withCheckDigit(`8681201000${String(number).padStart(4, '0')}`);
}

/** An IMEI's 15th digit (3GPP TS 23.003 annex B: the Luhn formula). */
function withCheckDigit(fourteen: string): string {
  let sum = 0;
  for (let i = 0; i < fourteen.length; i++) {
    const digit = Number(fourteen.charAt(i)) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return `${fourteen}${(10 - (sum % 10)) % 10}`;
}
