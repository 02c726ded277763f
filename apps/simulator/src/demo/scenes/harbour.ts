import { createDrivenSchedule, type MotionProfile } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES, varyProfile } from '../motion-profiles.ts';
import { createOccasionalAlarm, createRecurringAlarm, createRecurringOutage } from '../recurring-events.ts';
import type { Scene } from '../simulated-device.ts';
import {
  addLateralNoise,
  createWaypoint,
  offsetRoute,
  parseWaypoints,
  reverseRoute,
  withFastStretch,
} from '../waypoints.ts';
import type { Workdays } from '../workdays.ts';

/** Ferry crossings from the piers of the old town across the mouth of Jiaozhou Bay. */
export const CROSSINGS = [
  parseWaypoints('120.290,36.075 120.272,36.066 120.245,36.058 120.205,36.048', 0),
  parseWaypoints('120.288,36.082 120.262,36.094 120.222,36.108 120.186,36.118', 0),
];
/** From the open sea through the mouth of the bay to the container berths. */
export const FAIRWAY = parseWaypoints(
  '120.900,35.780 120.700,35.870 120.520,35.945 120.400,35.995 120.325,36.022 120.280,36.034 120.240,36.040 120.208,36.032',
  0,
);
/** Patrols around the bay and along the open coast. */
const PATROLS = [
  parseWaypoints(
    '120.286,36.080 120.262,36.110 120.282,36.140 120.240,36.150 120.190,36.130 120.215,36.090 120.286,36.080',
    0,
  ),
  parseWaypoints(
    '120.310,36.026 120.360,36.020 120.430,36.025 120.500,36.010 120.440,35.985 120.360,35.998 120.310,36.026',
    0,
  ),
];
/** The anchorage of waiting ships, and the start of the regatta. */
export const ANCHORAGE = createWaypoint(120.47, 35.968, 0);
export const REGATTA = createWaypoint(120.408, 36.014, 0);
/** The wind comes from the south-south-east. */
export const UPWIND_BEARING = 155;

/** A round trip with stops of `minutes` at both ends. */
function createShuttle(route: readonly Waypoint[], profile: MotionProfile, minutes: number): Schedule {
  const out = createDrivenSchedule(route, profile);
  const wayBack = createDrivenSchedule(reverseRoute(route), profile);
  return concatSchedules([
    out,
    createStop(out.at(out.duration), minutes * 60),
    wayBack,
    createStop(wayBack.at(wayBack.duration), minutes * 60),
  ]);
}

/** One lap of a regatta: upwind in random tacks to a mark 1.6 km away, around it, and back downwind. */
function createRegattaRound(random: Random): readonly Waypoint[] {
  const points: [number, number][] = [[(random() - 0.5) * 300, 0]];
  const tacks = 4 + Math.floor(random() * 4);
  for (let tack = 1; tack < tacks; tack++) {
    const side = tack % 2 === 0 ? 1 : -1;
    points.push([side * (180 + random() * 220), (tack / tacks) * 1600]);
  }
  points.push([20, 1600], [-30, 1640], [-60, 1590], [-120 - random() * 160, 800]);
  points.push([points[0]?.[0] ?? 0, 0]);
  return offsetRoute(REGATTA, UPWIND_BEARING, points);
}

/** A ship at anchor swings slowly with the tide. */
function createAnchorSwing(index: number): Schedule {
  const centres = offsetRoute(ANCHORAGE, 120, [[(index % 2) * 1400, index * 1100]]);
  const centre = centres[0] ?? ANCHORAGE;
  const swing = offsetRoute(centre, 0, [
    [60, 0],
    [45, 45],
    [0, 60],
    [-45, 45],
    [-60, 0],
    [-45, 45],
    [0, 60],
    [45, 45],
    [60, 0],
  ]);
  return createDrivenSchedule(swing, { ...MOTION_PROFILES.ship, speed: 0.3, roundingPasses: 2, spacing: 10 });
}

const FERRIES = ['轮渡 海鸥', '轮渡 海燕', '轮渡 白鹭', 'Ferry Egret'];
const SHIPS = [
  '顺航 18',
  '北海之星',
  'Ocean Lantern',
  'Jade Horizon',
  '远洋 206',
  '鲁丰 7',
  'Nordvik',
  'Blue Cedar',
];
const SAILORS = ['飞鱼', '海风', 'Albatross', '追浪', 'Windrose', '启航', 'Petrel', '蓝鲸', 'Zephyr', '浪花'];
const PATROL_BOATS = ['海巡 0512', '港务 3', 'Pilot 2', '拖轮 青港 8', '拖轮 青港 9', '救助 11'];

const FERRY_WORKDAYS: Workdays = { hours: [7, 20], weekday: [5, 7], weekend: [8, 10], pause: [4, 20] };
/** km/h from which patrol boats report more often; the limit of the demo's rule is 30. */
const BOAT_ALERT_SPEED = 28;

/** A boat that goes on patrol by day, at times faster than the harbour permits. */
function createPatrol(name: string, index: number): Omit<DeviceSpec, 'protocol'> {
  const random = seededRandom(name);
  const route = addLateralNoise(PATROLS[index % PATROLS.length] ?? [], random, 50, 700);
  const profile = { ...MOTION_PROFILES.motorboat, speed: 23 + random() * 3 };
  const fastRounds = Array.from({ length: 3 }, () => {
    const stretch = {
      start: 3_000 + random() * 12_000,
      length: 300 + random() * 900,
      speed: 33 + random() * 5,
    };
    return createDrivenSchedule(withFastStretch(route, 100, stretch), profile);
  });
  return {
    name,
    icon: 'motorboat',
    schedule: createDrivenSchedule(route, profile),
    phase: 0,
    interval: 4,
    historyInterval: 15,
    alarmsAt: createOccasionalAlarm('OUTAGE', name, 0.2, [8, 17]),
    workdays: {
      ...{ hours: [7, 19], weekday: [2, 4], weekend: [1, 2], pause: [25, 90] },
      ...{ otherRounds: fastRounds, otherShare: 0.4, alertSpeed: BOAT_ALERT_SPEED },
    },
  };
}

function createSpecs(): DeviceSpec[] {
  const random = seededRandom('harbour');
  const powered = { protocol: 'jt808', gsm: 74 } as const;
  const ferries = FERRIES.map((name, index): DeviceSpec => {
    const route = CROSSINGS[index % CROSSINGS.length] ?? [];
    const schedule = createShuttle(route, varyProfile(MOTION_PROFILES.ferry, random, 0.05), 6);
    return {
      ...powered,
      name,
      label: `F${index + 1}`,
      icon: 'ship',
      schedule,
      phase: index / FERRIES.length,
      interval: 5,
      // The others run day and night.
      ...(index % 3 === 0 && { workdays: FERRY_WORKDAYS }),
    };
  });
  const ships = SHIPS.map((name, index): DeviceSpec => {
    const shared = {
      ...powered,
      name,
      icon: 'ship' as const,
      interval: 10,
    };
    if (index >= 5)
      return { ...shared, schedule: createAnchorSwing(index - 5), phase: random(), historyInterval: 60 };
    const schedule = createShuttle(
      addLateralNoise(FAIRWAY, random, 60, 2500),
      varyProfile(MOTION_PROFILES.ship, random, 0.15),
      50,
    );
    return { ...shared, schedule, phase: index / 5, historyInterval: 30 };
  });
  const sailors = SAILORS.map((name, index): DeviceSpec => {
    const trip = createDrivenSchedule(
      createRegattaRound(random),
      varyProfile(MOTION_PROFILES.sailboat, random, 0.12),
    );
    const schedule = concatSchedules([trip, createStop(trip.at(trip.duration), 120 + random() * 240)]);
    const battery = { batteryHours: 18 + index };
    // One boat capsizes in about every fourth lap.
    const alarms = name === 'Zephyr' ? { alarmsAt: createRecurringAlarm('SOS', 230, 5, 15) } : {};
    return {
      name,
      label: String(11 + index),
      icon: 'sailboat',
      protocol: 'osmand',
      schedule,
      phase: random(),
      interval: 4,
      historyInterval: 15,
      ...battery,
      ...alarms,
    };
  });
  const boats = PATROL_BOATS.map((name, index): DeviceSpec => {
    if (index < 3) return { ...powered, ...createPatrol(name, index) };
    const route = addLateralNoise(PATROLS[index % PATROLS.length] ?? [], random, 50, 700);
    const trip = createDrivenSchedule(
      route,
      varyProfile(
        index === 3 || index === 4 ? MOTION_PROFILES.ferry : MOTION_PROFILES.motorboat,
        random,
        0.15,
      ),
    );
    const schedule = concatSchedules([trip, createStop(trip.at(trip.duration), 420)]);
    const outages = index === 5 ? { hasCoverageAt: createRecurringOutage(90, 12, 20) } : {};
    return {
      ...powered,
      name,
      icon: 'motorboat',
      schedule,
      phase: random(),
      interval: 4,
      historyInterval: 15,
      ...outages,
    };
  });
  const buoys = [createWaypoint(120.335, 36.008, 0), createWaypoint(120.318, 36.034, 0)].map(
    (waypoint, index): DeviceSpec => ({
      name: index === 0 ? '航标 1 号' : 'Buoy 2',
      icon: 'beacon',
      protocol: 'gt06',
      schedule: createStop(waypoint, 3600),
      phase: 0,
      interval: 60,
      historyInterval: 600,
      batteryHours: 900,
    }),
  );
  return [...ferries, ...ships, ...sailors, ...boats, ...buoys];
}

export const HARBOUR = '青岛港 Harbour';

/** A port on a bay: ferries, ships on the fairway and at anchor, a regatta, patrol boats, buoys. */
export function createHarbour(): Scene {
  return { group: HARBOUR, devices: createDevices(1, createSpecs()) };
}
