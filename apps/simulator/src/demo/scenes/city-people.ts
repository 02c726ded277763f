import { createDrivenSchedule } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES, varyProfile } from '../motion-profiles.ts';
import { createRecurringAlarm } from '../recurring-events.ts';
import type { Scene } from '../simulated-device.ts';
import { addLateralNoise, createWaypoint, offsetRoute, reverseRoute } from '../waypoints.ts';
import type { Workdays } from '../workdays.ts';
import { PATHS, ROADS } from './city-roads.ts';

type Path = readonly (typeof PATHS.park)[number][];

const WALKERS = [
  '外婆的手表',
  '爷爷',
  '导游 小覃',
  'Guide Emma',
  '巡逻 03',
  '巡逻 05',
  '朵朵',
  'Max',
  '护林员 老唐',
  '环卫 12',
] as const;

/** People who walk briskly, by the calendar: a guide and a guard. */
const WORKERS: Readonly<Record<string, { readonly path: Path; readonly workdays: Workdays }>> = {
  '导游 小覃': {
    path: PATHS.bank,
    workdays: { hours: [8, 18], weekday: [1, 2], weekend: [3, 4], pause: [20, 60] },
  },
  '巡逻 03': {
    path: PATHS.park,
    workdays: { hours: [7, 21], weekday: [4, 6], weekend: [5, 7], pause: [15, 60] },
  },
};
/** km/h, above the speed from which the server counts a device as moving. */
const BRISK_SPEED = 6;

/** A walk along a path and back, with stops at both ends. */
function createStroll(path: Path, random: Random, speed: number | null): Schedule {
  const varied = varyProfile(MOTION_PROFILES.walker, random, 0.2);
  const profile = speed === null ? varied : { ...varied, speed };
  const out = createDrivenSchedule(addLateralNoise(path, random, 4, 25), profile);
  const wayBack = createDrivenSchedule(addLateralNoise(reverseRoute(path), random, 4, 25), profile);
  return concatSchedules([
    out,
    createStop(out.at(out.duration), 120 + random() * 600),
    wayBack,
    createStop(wayBack.at(wayBack.duration), 300 + random() * 900),
  ]);
}

function createWalkers(random: Random): DeviceSpec[] {
  const paths = Object.values(PATHS);
  return WALKERS.map((name, index): DeviceSpec => {
    const elder = index < 2;
    const worker = WORKERS[name];
    return {
      name,
      label: elder ? '家人' : '',
      icon: index % 2 === 0 ? 'person' : 'walker',
      // The grandmother's watch answers text messages by voice.
      protocol: index === 0 ? 'watch' : index % 2 === 0 ? 'gt06' : 'osmand',
      schedule: createStroll(
        worker?.path ?? paths[index % paths.length] ?? PATHS.park,
        random,
        worker === undefined ? null : BRISK_SPEED,
      ),
      phase: random(),
      ...(worker !== undefined && { workdays: worker.workdays }),
      interval: 6,
      historyInterval: 20,
      batteryHours: 16 + random() * 20,
      // The grandmother's watch has a low battery at times; the grandfather presses the SOS button.
      minBattery: index === 0 ? 9 : 36,
      ...(index === 1 ? { alarmsAt: createRecurringAlarm('SOS', 260, 3, 130) } : {}),
    };
  });
}

const CYCLIST_WORKDAYS: Workdays = { hours: [7, 20], weekday: [0, 1], weekend: [1, 3], pause: [30, 120] };
/** A run each morning, sometimes two. */
const JOGGER_WORKDAYS: Workdays = { hours: [6, 9], weekday: [1, 1], weekend: [1, 2], pause: [5, 15] };

function createRiders(random: Random): DeviceSpec[] {
  const cyclists = ['骑行 阿明', '骑行 Lucy', '单车 0771', '单车 0920'].map((name, index): DeviceSpec => {
    const road = index % 2 === 0 ? ROADS.riverside : ROADS.ring;
    const profile = varyProfile(MOTION_PROFILES.bicycle, random, 0.2);
    const out = createDrivenSchedule(addLateralNoise(road, random, 3, 60), profile);
    const wayBack = createDrivenSchedule(addLateralNoise(reverseRoute(road), random, 3, 60), profile);
    const schedule = concatSchedules([
      out,
      createStop(out.at(out.duration), 400),
      wayBack,
      createStop(wayBack.at(wayBack.duration), 700),
    ]);
    return {
      name,
      icon: 'bicycle',
      protocol: index < 2 ? 'osmand' : 'gt06',
      schedule,
      phase: random(),
      batteryHours: 30,
      historyInterval: 15,
      ...(index < 2 && { workdays: CYCLIST_WORKDAYS }),
    };
  });
  const joggers = ['晨跑 小林', 'Jogger Tim'].map((name, index): DeviceSpec => {
    const profile = varyProfile(MOTION_PROFILES.runner, random, 0.15);
    const once = createDrivenSchedule(
      addLateralNoise([...PATHS.bank, ...reverseRoute(PATHS.bank)], random, 3, 40),
      profile,
    );
    return {
      name,
      icon: 'runner',
      protocol: 'osmand',
      schedule: concatSchedules([once, createStop(once.at(once.duration), 900)]),
      phase: random(),
      batteryHours: 11,
      historyInterval: 15,
      ...(index === 0 && { workdays: JOGGER_WORKDAYS }),
    };
  });
  return [...cyclists, ...joggers];
}

export const PASTURE = createWaypoint(110.115, 25.755, 780);

/** Water buffaloes with collars on the Longji terraces. */
function createHerd(random: Random): DeviceSpec[] {
  return ['水牛 大黑', '水牛 二妞', '水牛 阿旺', 'Buffalo 4'].map((name, index): DeviceSpec => {
    const points = Array.from(
      { length: 14 },
      () => [(random() - 0.5) * 700, (random() - 0.5) * 500] as const,
    );
    const [first] = points;
    const waypoints = offsetRoute(PASTURE, index * 20, [...points, ...(first ? [first] : [])]);
    // Short walks, long grazing stops.
    const grazing = concatSchedules(
      waypoints.slice(1).flatMap((waypoint, at) => {
        const walk = createDrivenSchedule([waypoints[at] ?? waypoint, waypoint], MOTION_PROFILES.animal);
        return [walk, createStop(waypoint, 300 + random() * 1_200)];
      }),
    );
    return {
      name,
      icon: 'animal',
      protocol: 'gt06',
      schedule: grazing,
      phase: random(),
      interval: 30,
      historyInterval: 120,
      batteryHours: 400,
      gsm: 41,
    };
  });
}

export const PEOPLE = '桂林人员 People';

/** Pedestrians, cyclists and joggers, and cattle in the hills. */
export function createCityPeople(): Scene {
  const random = seededRandom('people');
  return {
    group: PEOPLE,
    devices: createDevices(7, [...createWalkers(random), ...createRiders(random), ...createHerd(random)]),
  };
}
