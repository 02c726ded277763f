import { createDrivenSchedule } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES } from '../motion-profiles.ts';
import type { Scene } from '../simulated-device.ts';
import { createWaypoint, offsetRoute, parseWaypoints, withSpeeds } from '../waypoints.ts';
import type { Workdays } from '../workdays.ts';

/** The threshold of the runway, elevation 140 m; take-off and landing are towards the north-north-east. */
export const THRESHOLD = createWaypoint(110.533, 24.812, 140);
const RUNWAY_BEARING = 18;
/** Altitude in metres below which an aircraft is on the runway or about to touch down. */
const MAX_GROUND_ALTITUDE = 150;
/** km/h for taxiing and over the threshold; above it the speed increases with height up to the cruising speed. */
const TAXI_SPEED = 22;
const THRESHOLD_SPEED = 112;

/** A left-hand traffic circuit (ICAO: 1,000 ft above the field), from and to the apron. */
const CIRCUIT: readonly (readonly [number, number, number])[] = [
  [140, 420, 0],
  [60, 100, 0],
  [0, 0, 0],
  [0, 250, 0],
  [0, 750, 4],
  [0, 1_600, 110],
  [0, 2_600, 230],
  [-1_500, 3_000, 305],
  [-1_900, 1_500, 305],
  [-1_900, -1_200, 300],
  [-1_500, -2_400, 210],
  [0, -2_400, 130],
  [0, -1_000, 50],
  [0, 60, 2],
  [0, 300, 0],
  [0, 700, 0],
  [100, 640, 0],
  [140, 420, 0],
];

/** The cross-country flight of B-8812. */
export const FIRST_TRIP = parseWaypoints(
  '110.60,24.95,1200 110.62,25.12,1500 110.44,25.27,1500 110.30,25.20,1400 110.38,24.98,1200',
);
/** Cross-country flights, at realistic altitudes. */
const CROSS_COUNTRY_TRIPS = [
  FIRST_TRIP,
  parseWaypoints('110.75,24.70,1300 111.15,24.55,1800 111.52,24.42,1800 111.20,24.75,1700 110.80,24.90,1400'),
  parseWaypoints('110.30,24.68,1200 109.90,24.48,1700 109.48,24.35,1700 109.75,24.65,1600 110.25,24.82,1300'),
  parseWaypoints('110.52,25.05,1300 110.48,25.45,1900 110.18,25.72,2100 110.32,25.42,1900 110.45,25.05,1300'),
];

function createCircuit(widthFactor: number): readonly Waypoint[] {
  return offsetRoute(
    THRESHOLD,
    RUNWAY_BEARING,
    CIRCUIT.map(
      ([right, ahead, height]) => [right < -100 ? right * widthFactor : right, ahead, height] as const,
    ),
  );
}

/** Replaces the downwind leg of the circuit with a trip. */
function createCrossCountry(trip: readonly Waypoint[]): readonly Waypoint[] {
  const fullCircuit = createCircuit(1);
  return [...fullCircuit.slice(0, 7), ...trip, ...fullCircuit.slice(9)];
}

function createFlight(route: readonly Waypoint[], cruise: number): Schedule {
  const speeds = withSpeeds(route, 150, (altitude) => {
    if (altitude <= MAX_GROUND_ALTITUDE - 8) return THRESHOLD_SPEED * 0.55;
    return Math.min(cruise, THRESHOLD_SPEED + (altitude - MAX_GROUND_ALTITUDE) * 0.35);
  });
  // The first and last metres are taxiing.
  const taxied = speeds.map((point, index) =>
    index < 4 || index > speeds.length - 5 ? { ...point, speed: TAXI_SPEED } : point,
  );
  return createDrivenSchedule(taxied, { ...MOTION_PROFILES.aircraft, speed: cruise });
}

/** A glider flight: circles in several thermals, then back to the airfield. */
function createSoaringRoute(random: Random): readonly Waypoint[] {
  const points: [number, number, number][] = [
    [0, 0, 0],
    [0, 900, 60],
    [0, 2_200, 320],
  ];
  let height = 420;
  for (let thermal = 0; thermal < 3; thermal++) {
    const east = -1_500 + random() * 5_000;
    const north = 3_000 + thermal * 3_500 + random() * 1_500;
    for (let step = 0; step < 60; step++) {
      const angle = (step / 10) * 2 * Math.PI;
      height += 9;
      points.push([
        east + step * 4 + 130 * Math.cos(angle),
        north + step * 6 + 130 * Math.sin(angle),
        height,
      ]);
    }
    height -= 180;
    points.push([east + 1_200, north + 1_800, height]);
  }
  points.push(
    [-3_000, 6_000, height * 0.7],
    [-2_500, 0, 380],
    [-1_200, -2_400, 210],
    [0, -2_000, 140],
    [0, 60, 2],
    [0, 300, 0],
  );
  return offsetRoute(THRESHOLD, RUNWAY_BEARING, points);
}

/** A survey flight over a field in parallel strips. */
function createSurvey(index: number): readonly Waypoint[] {
  const points: [number, number, number][] = [
    [0, 0, 0],
    [10, 20, 70],
  ];
  for (let strip = 0; strip < 9; strip++) {
    const ends: [number, number] = strip % 2 === 0 ? [60, 560] : [560, 60];
    for (const ahead of ends) points.push([40 + strip * 55, ahead, 90]);
  }
  points.push([10, 20, 70], [0, 0, 0]);
  const [field] = offsetRoute(THRESHOLD, 250 + index * 70, [[0, 3_200, 0]]);
  return offsetRoute(field ?? THRESHOLD, 20 + index * 35, points);
}

function addRest(schedule: Schedule, minutes: number): Schedule {
  return concatSchedules([schedule, createStop(schedule.at(schedule.duration), minutes * 60)]);
}

/** An aircraft of a club flies more on weekends. */
const CLUB_WORKDAYS: Workdays = { hours: [8, 18], weekday: [1, 3], weekend: [2, 5], pause: [20, 70] };

function createSpecs(): DeviceSpec[] {
  const random = seededRandom('airfield');
  const flying = { protocol: 'jt808', historyInterval: 6, interval: 2, gsm: 70 } as const;
  const students = ['B-10KA', 'B-10KB', 'B-10KC', 'B-12ME'].map((name, index): DeviceSpec => {
    const circuitFlight = createStudentFlight(index);
    return {
      ...flying,
      name,
      label: '起落航线',
      icon: 'aircraft',
      model: 'Cessna 172',
      schedule: addRest(circuitFlight, 4 + index * 2),
      phase: index / 4,
    };
  });
  const crossCountry = ['B-8812', 'B-8816', 'B-9170', 'N452YS'].map((name, index): DeviceSpec => {
    const schedule = addRest(
      createFlight(createCrossCountry(CROSS_COUNTRY_TRIPS[index] ?? []), 205 + index * 12),
      18 + random() * 14,
    );
    return {
      ...flying,
      name,
      label: '转场',
      icon: 'aircraft',
      model: 'DA40',
      schedule,
      phase: random(),
      interval: 3,
      ...(name === 'B-8816' && { workdays: CLUB_WORKDAYS }),
    };
  });
  const gliders = ['滑翔机 云雀', 'Glider Swift'].map((name, index): DeviceSpec => {
    const speeds = withSpeeds(createSoaringRoute(random), 60, (altitude) =>
      altitude <= MAX_GROUND_ALTITUDE ? 60 : 92,
    );
    const schedule = addRest(createDrivenSchedule(speeds, MOTION_PROFILES.glider), 20 + index * 9);
    return {
      ...flying,
      name,
      icon: 'glider',
      protocol: 'osmand',
      batteryHours: 14,
      schedule,
      phase: random(),
      interval: 4,
      historyInterval: 8,
    };
  });
  const rescue = createDrivenSchedule(
    withSpeeds(
      parseWaypoints(
        '110.5345,24.8160,140 110.5350,24.8190,260 110.50,24.90,520 110.46,25.02,640 110.42,25.13,680 110.44,25.20,620 110.47,25.05,600 110.52,24.93,520 110.5370,24.8240,300 110.5345,24.8160,140',
      ),
      200,
      (altitude) => (altitude < 200 ? 40 : 190),
    ),
    MOTION_PROFILES.helicopter,
  );
  const drones = ['无人机 测绘 1', 'Survey drone 2'].map(
    (name, index): DeviceSpec => ({
      ...flying,
      name,
      icon: 'drone',
      protocol: 'osmand',
      batteryHours: 1.2,
      minBattery: 24,
      schedule: addRest(createDrivenSchedule(createSurvey(index), MOTION_PROFILES.drone), 12),
      phase: random(),
    }),
  );
  return [
    ...students,
    ...crossCountry,
    ...gliders,
    {
      ...flying,
      name: '救援直升机 Rescue',
      label: 'R1',
      icon: 'helicopter',
      schedule: addRest(rescue, 25),
      phase: 0.4,
      interval: 3,
    },
    ...drones,
  ];
}

function createStudentFlight(index: number): Schedule {
  return createFlight(createCircuit(1 + index * 0.18), 165 + index * 6);
}

export const AIRFIELD = '阳朔机场 Airfield';

/** A small airfield: circuits, cross-country flights, gliders, a helicopter, drones. */
export function createAirfield(): Scene {
  return { group: AIRFIELD, devices: createDevices(3, createSpecs()) };
}
