import { staying } from '../../movement/itinerary.ts';
import { cast, type Role } from '../cast.ts';
import { around, spot } from '../draw.ts';
import type { Scene } from '../pretend-device.ts';

export const YARD = spot(110.258, 25.238, 155);

/** Hours for which some of them have been silent. */
const SILENT: Readonly<Record<string, number>> = {
  'Trailer 9': 3,
  '旧终端 A': 5,
  备用追踪器: Number.POSITIVE_INFINITY,
};

function silenceOf(name: string): { readonly silentFor?: number } {
  const silentFor = SILENT[name];
  return silentFor === undefined ? {} : { silentFor };
}

export const SPARE = '闲置 Spare';

/** Parked, put away, or never used: what every fleet has as well. */
export function depot(): Scene {
  const places = around(YARD, 20, [
    [0, 0],
    [14, 2],
    [28, 4],
    [3, 22],
    [17, 25],
    [40, 30],
  ]);
  const roles = ['备用车 1', '备用车 2', 'Trailer 9', '集装箱 CX-40', '旧终端 A', '备用追踪器'].map(
    (name, index): Role => ({
      name,
      icon: (['car', 'truck', 'truck', 'container', 'generic', 'generic'] as const)[index] ?? 'generic',
      protocol: index < 3 ? 'jt808' : 'gt06',
      way: staying(places[index] ?? YARD, 3600),
      phase: 0,
      interval: 60,
      historyInterval: 300,
      ...(index >= 3 ? { batteryHours: 2_000 } : {}),
      ...silenceOf(name),
    }),
  );
  return { group: SPARE, devices: cast(8, roles) };
}
