import { createStop } from '../../movement/itinerary.ts';
import { CONTAINER_MODEL } from '../account-data/models.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import type { Scene } from '../simulated-device.ts';
import { createWaypoint, offsetRoute } from '../waypoints.ts';

export const YARD = createWaypoint(110.258, 25.238, 155);

const CONTAINER = '集装箱 CX-40';

/** Hours of inactivity, by name. */
const INACTIVE_HOURS: Readonly<Record<string, number>> = {
  'Trailer 9': 3,
  '旧终端 A': 5,
  备用追踪器: Number.POSITIVE_INFINITY,
};

/** Days of validity, by name. The others are valid without limit. */
const VALID_DAYS: Readonly<Record<string, number>> = { 'Trailer 9': 6, [CONTAINER]: 25, 备用追踪器: -2 };

function validityOf(name: string): { readonly validDays?: number } {
  const validDays = VALID_DAYS[name];
  return validDays === undefined ? {} : { validDays };
}

function inactivityOf(name: string): { readonly inactiveHours?: number } {
  const inactiveHours = INACTIVE_HOURS[name];
  return inactiveHours === undefined ? {} : { inactiveHours };
}

export const SPARE = '闲置 Spare';

/** Parked, decommissioned and never used devices. */
export function createDepot(): Scene {
  const waypoints = offsetRoute(YARD, 20, [
    [0, 0],
    [14, 2],
    [28, 4],
    [3, 22],
    [17, 25],
    [40, 30],
  ]);
  const specs = ['备用车 1', '备用车 2', 'Trailer 9', CONTAINER, '旧终端 A', '备用追踪器'].map(
    (name, index): DeviceSpec => ({
      name,
      icon: (['car', 'truck', 'truck', 'container', 'generic', 'generic'] as const)[index] ?? 'generic',
      protocol: index < 3 ? 'jt808' : 'gt06',
      schedule: createStop(waypoints[index] ?? YARD, 3600),
      phase: 0,
      interval: 60,
      historyInterval: 300,
      ...(index >= 3 ? { batteryHours: 2_000 } : {}),
      ...(name === CONTAINER ? { model: CONTAINER_MODEL } : {}),
      ...inactivityOf(name),
      ...validityOf(name),
    }),
  );
  return { group: SPARE, devices: createDevices(8, specs) };
}
