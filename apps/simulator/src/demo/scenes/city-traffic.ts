import { createDrivenSchedule, type MotionProfile } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES, varyProfile } from '../motion-profiles.ts';
import { createOccasionalAlarm, createRecurringAlarm } from '../recurring-events.ts';
import type { IconName, Scene, SimulatedDevice } from '../simulated-device.ts';
import { reverseRoute, withFastStretch } from '../waypoints.ts';
import type { Workdays } from '../workdays.ts';
import { ROADS } from './city-roads.ts';

/** Maximum seconds of a bus at a stop, and of a car at a red light. */
const MAX_STOP_SECONDS = 25;
const MAX_RED_SECONDS = 45;

/** Legs along the route with halts at some of its waypoints. */
function createLegsWithHalts(
  route: readonly Waypoint[],
  profile: MotionProfile,
  halts: (index: number) => number,
): Schedule[] {
  const schedules: Schedule[] = [];
  let from = 0;
  for (let index = 1; index < route.length; index++) {
    const seconds = index === route.length - 1 ? 0 : halts(index);
    if (seconds <= 0 && index < route.length - 1) continue;
    const leg = createDrivenSchedule(route.slice(from, index + 1), profile);
    schedules.push(leg);
    if (seconds > 0) schedules.push(createStop(leg.at(leg.duration), seconds));
    from = index;
  }
  return schedules;
}

/** A round trip with halts; `rest` is the stop at both ends in minutes. */
function createRoundTrip(
  route: readonly Waypoint[],
  profile: MotionProfile,
  rest: number,
  halts: (index: number) => number,
): Schedule {
  const directions = [route, reverseRoute(route)].map((direction) =>
    createLegsWithHalts(direction, profile, halts),
  );
  return concatSchedules(
    directions.flatMap((schedules) => {
      const last = schedules.at(-1);
      return last === undefined ? [] : [...schedules, createStop(last.at(last.duration), rest * 60)];
    }),
  );
}

const LINES: readonly { readonly line: string; readonly road: keyof typeof ROADS; readonly buses: number }[] =
  [
    { line: '1路', road: 'northSouth', buses: 4 },
    { line: '10路', road: 'eastWest', buses: 3 },
    { line: '58路', road: 'eastBank', buses: 2 },
    { line: '机场专线', road: 'airport', buses: 2 },
  ];
/** Lines whose buses stay in the depot at night. */
const BUS_WORKDAYS: Readonly<Record<string, Workdays>> = {
  机场专线: { hours: [6, 22], weekday: [4, 6], weekend: [3, 4], pause: [5, 25] },
};

function createBuses(random: Random): DeviceSpec[] {
  return LINES.flatMap(({ line, road, buses: count }) =>
    Array.from({ length: count }, (_, index): DeviceSpec => {
      const schedule = createRoundTrip(
        ROADS[road],
        varyProfile(MOTION_PROFILES.bus, random, 0.06),
        5,
        () => MAX_STOP_SECONDS,
      );
      return {
        ...createVehicle(random, 'bus'),
        name: `公交 ${line} ${index + 1}号车`,
        label: line,
        schedule,
        phase: index / count,
        ...workdaysOf(BUS_WORKDAYS[line]),
      };
    }),
  );
}

function createVehicle(random: Random, icon: IconName) {
  const gsm = 70 + Math.floor(random() * 20);
  return { icon, protocol: 'jt808', interval: 5, historyInterval: 15, gsm } as const;
}

function createCars(random: Random): DeviceSpec[] {
  const roads = [
    ROADS.ring,
    ROADS.riverside,
    ROADS.northSouth,
    ROADS.yangshuo,
    ROADS.eastWest,
    ROADS.airport,
  ];
  return Array.from({ length: 11 }, (_, index): DeviceSpec => {
    const isTaxi = index < 7;
    const halts = () => (random() < 0.45 ? random() * MAX_RED_SECONDS : 0);
    const plate = `桂C·${isTaxi ? 'T' : 'D'}${1200 + index * 137}`;
    if (!isTaxi) return createSiteCar(plate, index - 7);
    const schedule = createRoundTrip(
      roads[index % roads.length] ?? [],
      varyProfile(MOTION_PROFILES.car, random, 0.15),
      2 + random() * 8,
      halts,
    );
    return {
      ...createVehicle(random, 'car'),
      name: `出租 ${plate}`,
      schedule,
      phase: random(),
    };
  });
}

/** Metres between the points of a road with fast stretches. */
const ROAD_SPACING = 400;
/** km/h from which vehicles report more often; the limit of the demo's rule is 70. */
const ALERT_SPEED = 65;

/**
 * Round trips on which a vehicle exceeds the limit for some 20 seconds to two minutes, at different places.
 *
 * @param length of the road in metres.
 */
function createFastRounds(
  road: readonly Waypoint[],
  length: number,
  profile: MotionProfile,
  random: Random,
): readonly Schedule[] {
  return Array.from({ length: 4 }, () => {
    const start = length * (0.2 + random() * 0.5);
    const stretch = { start, length: 400 + random() * 2_200, speed: 74 + random() * 13 };
    return createRoundTrip(withFastStretch(road, ROAD_SPACING, stretch), profile, 12, () => 0);
  });
}

const SITE_ROADS = [
  { road: ROADS.airport, length: 26_000 },
  { road: ROADS.ring, length: null },
  { road: ROADS.yangshuo, length: 58_000 },
  { road: ROADS.eastWest, length: null },
] as const;

/** A car of a building company: on workdays from the yard to a site and back, seldom on weekends. */
function createSiteCar(plate: string, index: number): DeviceSpec {
  const random = seededRandom(plate);
  const { road, length } = SITE_ROADS[index % SITE_ROADS.length] ?? SITE_ROADS[0];
  const profile = { ...MOTION_PROFILES.car, speed: length === null ? 44 + random() * 6 : 58 + random() * 5 };
  const halts = () => (random() < 0.45 ? random() * MAX_RED_SECONDS : 0);
  return {
    ...createVehicle(random, 'car'),
    name: plate,
    label: '工程车',
    schedule: createRoundTrip(road, profile, 15 + random() * 20, halts),
    phase: 0,
    alarmsAt: createOccasionalAlarm('VIBRATION', plate, 0.3, [19, 23]),
    workdays: {
      ...{ hours: [7, 19], weekday: [2, 4], weekend: [0, 1], pause: [20, 90], alertSpeed: ALERT_SPEED },
      ...(length !== null && { otherRounds: createFastRounds(road, length, profile, random) }),
    },
  };
}

function workdaysOf(workdays: Workdays | undefined): { readonly workdays?: Workdays } {
  return workdays === undefined ? {} : { workdays };
}

/** Occasional overspeed alarms while the truck is moving. */
const OVERSPEED_ALARMS = createRecurringAlarm('OVERSPEED', 47, 1.5, 11);
const overspeedAlarmsAt: SimulatedDevice['alarmsAt'] = (time, { speed }) =>
  speed > 60 ? OVERSPEED_ALARMS(time) : [];

/** How two of the trucks respond to instructions: one answers late, one rejects them. */
const TRUCK_RESPONSES: Readonly<Record<string, DeviceSpec['responses']>> = {
  'Cold chain 3': { delay: 20_000 },
  '桂CF6620 危化': { rejected: 1 },
};

const TRUCK_WORKDAYS: Workdays = {
  ...{ hours: [5, 21], weekday: [2, 3], weekend: [0, 1], pause: [30, 80] },
  ...{ otherShare: 0.5, alertSpeed: ALERT_SPEED },
};

/** A truck with a camera. */
const TRUCK_MODELS: Readonly<Record<string, string>> = { 桂CB2075: 'JC371' };

function createOthers(random: Random): DeviceSpec[] {
  const couriers = ['外卖 小韦', '快递 老蒋', 'Courier 7'].map((name, index): DeviceSpec => {
    const road = [ROADS.riverside, ROADS.eastBank, ROADS.eastWest][index] ?? ROADS.ring;
    const schedule = createRoundTrip(road, varyProfile(MOTION_PROFILES.motorcycle, random, 0.15), 3, () =>
      random() < 0.4 ? 90 : 0,
    );
    return {
      ...createVehicle(random, 'motorcycle'),
      name,
      protocol: 'gt06',
      schedule,
      phase: random(),
      batteryHours: 40,
      alarmsAt: createOccasionalAlarm('TEARDOWN', name, 0.15, [11, 20]),
      workdays: { hours: [8, 21], weekday: [5, 8], weekend: [2, 4], pause: [6, 45] },
    };
  });
  const trucks = ['桂CA8861 冷链', '桂CB2075', 'Cold chain 3', '桂CF6620 危化'].map(
    (name, index): DeviceSpec => {
      const [road, length] = index % 2 === 0 ? [ROADS.liuzhou, 124_000] : [ROADS.yangshuo, 58_000];
      const isAlwaysOnTheRoad = index === 2;
      const profile = isAlwaysOnTheRoad
        ? varyProfile(MOTION_PROFILES.truck, random, 0.12)
        : { ...MOTION_PROFILES.truck, speed: 62 + index };
      const otherRounds = isAlwaysOnTheRoad ? [] : createFastRounds(road, length, profile, random);
      const overspeeding = index === 3 ? { alarmsAt: overspeedAlarmsAt } : {};
      return {
        ...createVehicle(random, isAlwaysOnTheRoad ? 'container' : 'truck'),
        name,
        schedule: createRoundTrip(road, profile, 25, () => 0),
        phase: random(),
        interval: 8,
        responses: TRUCK_RESPONSES[name] ?? {},
        ...(TRUCK_MODELS[name] !== undefined && { model: TRUCK_MODELS[name] }),
        ...overspeeding,
        ...(!isAlwaysOnTheRoad && { workdays: { ...TRUCK_WORKDAYS, otherRounds } }),
      };
    },
  );
  return [...couriers, ...trucks];
}

export const VEHICLES = '桂林车辆 Vehicles';

/** Buses, taxis, couriers and trucks. */
export function createCityTraffic(): Scene {
  const random = seededRandom('traffic');
  return {
    group: VEHICLES,
    devices: createDevices(6, [...createBuses(random), ...createCars(random), ...createOthers(random)]),
  };
}
