import { createDrivenSchedule } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES, varyProfile } from '../motion-profiles.ts';
import { createRecurringOutage } from '../recurring-events.ts';
import type { Scene } from '../simulated-device.ts';
import { addLateralNoise, createWaypoint, offsetRoute, reverseRoute } from '../waypoints.ts';

/** Fishing grounds south of the coast of Guangdong, in 30 to 60 m of water. */
const GROUNDS = [
  createWaypoint(112.05, 21.1, 0),
  createWaypoint(112.6, 20.85, 0),
  createWaypoint(113.15, 21.2, 0),
];
const BOATS = 18;
/** Number of boats with temporary network outages. */
const REMOTE = 7;

/** A trawling trip: long parallel tows with turns, then hauling the net. */
function createHaul(random: Random, index: number): Schedule {
  const grounds = GROUNDS[index % GROUNDS.length] ?? createWaypoint(112.05, 21.1, 0);
  const [centre] = offsetRoute(grounds, random() * 360, [[0, 2_000 + random() * 14_000]]);
  const length = 5_000 + random() * 4_000;
  const hauls = offsetRoute(centre ?? grounds, 40 + random() * 50, [
    [0, 0],
    [0, length],
    [450, length + 500],
    [900, length],
    [900, 0],
    [1350, -500],
    [1800, 0],
    [1800, length],
  ]);
  const profile = varyProfile(MOTION_PROFILES.trawler, random, 0.15);
  const out = createDrivenSchedule(addLateralNoise(hauls, random, 60, 900), profile);
  const wayBack = createDrivenSchedule(addLateralNoise(reverseRoute(hauls), random, 60, 900), {
    ...profile,
    speed: profile.speed * 2.2,
  });
  return concatSchedules([
    out,
    createStop(out.at(out.duration), 1_500),
    wayBack,
    createStop(wayBack.at(wayBack.duration), 900),
  ]);
}

function createSpecs(): DeviceSpec[] {
  const random = seededRandom('fishing');
  return Array.from({ length: BOATS }, (_, index): DeviceSpec => {
    const number = 60_120 + index * 7;
    const outages =
      index < REMOTE
        ? { hasCoverageAt: createRecurringOutage(110 + index * 13, 35 + index * 4, index * 17) }
        : {};
    return {
      name: index % 4 === 3 ? `Yue Yang ${number}` : `粤阳渔 ${number}`,
      icon: index % 5 === 0 ? 'ship' : 'motorboat',
      protocol: index % 3 === 2 ? 'osmand' : 'jt808',
      note: index < REMOTE ? '远海，信号时有时无' : '',
      schedule: createHaul(random, index),
      phase: random(),
      interval: 10,
      historyInterval: 60,
      gsm: index < REMOTE ? 18 : 45,
      ...(index % 3 === 2 ? { batteryHours: 60 } : {}),
      ...outages,
    };
  });
}

export const FISHING = '阳江渔船队 Fishing';

/** An offshore fishing fleet. Some boats are temporarily out of coverage and send stored reports afterwards. */
export function createFishing(): Scene {
  return { group: FISHING, devices: createDevices(2, createSpecs()) };
}
