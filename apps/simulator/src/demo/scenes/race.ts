import { createDrivenSchedule } from '../../movement/driven-schedule.ts';
import { concatSchedules, createStop } from '../../movement/itinerary.ts';
import { type Random, seededRandom } from '../../movement/randomness.ts';
import type { Schedule } from '../../movement/schedule.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { createDevices, type DeviceSpec } from '../device-specs.ts';
import { MOTION_PROFILES, varyProfile } from '../motion-profiles.ts';
import { createRecurringAlarm } from '../recurring-events.ts';
import type { Scene } from '../simulated-device.ts';
import { addLateralNoise, offsetRoute, parseWaypoints, reverseRoute, withSpeeds } from '../waypoints.ts';

/** Two circular courses over the hills east of Guilin, about 11 and 6 km. */
const TRAIL_RANDOM = seededRandom('the trail');
export const LONG = addLateralNoise(
  parseWaypoints(
    '110.3520,25.2890,160 110.3600,25.2910,190 110.3665,25.2960,260 110.3720,25.2985,380 110.3770,25.3030,520 ' +
      '110.3815,25.3050,700 110.3862,25.3072,905 110.3890,25.3130,780 110.3865,25.3190,640 110.3800,25.3230,520 ' +
      '110.3725,25.3240,400 110.3650,25.3200,300 110.3590,25.3140,240 110.3540,25.3070,200 110.3500,25.2990,175 ' +
      '110.3490,25.2930,165 110.3520,25.2890,160',
  ),
  TRAIL_RANDOM,
  22,
  90,
);
export const SHORT = addLateralNoise(
  parseWaypoints(
    '110.3520,25.2890,160 110.3600,25.2910,190 110.3665,25.2960,260 110.3720,25.2985,380 110.3690,25.3050,420 ' +
      '110.3630,25.3085,330 110.3580,25.3060,250 110.3530,25.3010,190 110.3490,25.2930,165 110.3520,25.2890,160',
  ),
  TRAIL_RANDOM,
  20,
  90,
);
/** The long race starts every two and a half hours, the short one halfway in between. */
export const CYCLE_SECONDS = 2.5 * 3600;
/** Seconds from the start of the cycle to the starting gun, so that the runners are visible at the line. */
export const START_DELAY = 300;

export const LONG_NAMES = [
  '李晓峰',
  '王思远',
  '陈雨桐',
  'Anna Berg',
  '张子涵',
  '刘畅',
  'Tomás Ruiz',
  '黄嘉怡',
  '周启明',
  '吴佳琪',
  'Kenji Mori',
  '徐浩然',
  '孙若溪',
  'Marie Dubois',
  '胡俊杰',
  '朱梓萱',
  '高远',
  'Oliver Hart',
  '林静',
  '何宇航',
] as const;
export const SHORT_NAMES = [
  '罗小雨',
  '梁晨',
  'Sofia Lind',
  '谢安',
  '韦大山',
  '覃梦',
  'Peter Novak',
  '莫愁',
  '蒋一凡',
  '唐果',
] as const;

/** Tobler's hiking function (1993): speed depends on the slope and is highest slightly downhill. */
function createHikingSpeed(flatSpeed: number): (altitude: number, slope: number) => number {
  return (_, slope) => flatSpeed * Math.exp(-3.5 * Math.abs(slope + 0.05) + 3.5 * 0.05);
}

/** The race of one runner: waits for the start, runs, and stays at the finish until the next race. */
function createRace(course: readonly Waypoint[], flatSpeed: number, startDelay: number): Schedule {
  const schedule = createDrivenSchedule(withSpeeds(course, 90, createHikingSpeed(flatSpeed)), {
    ...MOTION_PROFILES.runner,
    speed: flatSpeed * 1.1,
  });
  const [start] = course;
  const waitSeconds = START_DELAY + startDelay;
  const rest = Math.max(0, CYCLE_SECONDS - waitSeconds - schedule.duration);
  return concatSchedules([
    ...(start === undefined ? [] : [createStop(start, waitSeconds)]),
    schedule,
    createStop(schedule.at(schedule.duration), rest),
  ]);
}

function createRunners(
  names: readonly string[],
  firstBib: number,
  course: readonly Waypoint[],
  slowest: number,
  random: Random,
): DeviceSpec[] {
  return names.map((name, index): DeviceSpec => {
    // The fastest run at 13 km/h on flat ground; the others are evenly distributed down to the slowest.
    const flatSpeed = 13 - ((13 - slowest) * index) / names.length + random() * 0.8;
    return {
      name,
      label: String(firstBib + index),
      icon: 'runner',
      protocol: index % 3 === 1 ? 'gt06' : 'osmand',
      schedule: createRace(course, flatSpeed, index * 2.5),
      phase: course === SHORT ? 0.5 : 0,
      interval: 4,
      historyInterval: 15,
      batteryHours: 9 + random() * 8,
      minBattery: 30,
      altimeter: index % 3 !== 1,
      // One runner has an accident from time to time and sends an SOS.
      ...(name === '周启明' ? { alarmsAt: createRecurringAlarm('SOS', 200, 4, 62) } : {}),
    };
  });
}

function createCrew(random: Random): DeviceSpec[] {
  const marshal = createDrivenSchedule(
    addLateralNoise(reverseRoute(SHORT), random, 5, 120),
    varyProfile(MOTION_PROFILES.walker, random, 0.1),
  );
  const bike = createDrivenSchedule(
    parseWaypoints(
      '110.3520,25.2890 110.3560,25.2870 110.3620,25.2880 110.3660,25.2950 110.3620,25.2880 110.3560,25.2870 110.3520,25.2890',
      165,
    ),
    MOTION_PROFILES.motorcycle,
  );
  const car = createDrivenSchedule(
    parseWaypoints(
      '110.3520,25.2890 110.3480,25.2860 110.3440,25.2960 110.3480,25.3090 110.3560,25.3160 110.3480,25.3090 110.3440,25.2960 110.3480,25.2860 110.3520,25.2890',
      165,
    ),
    MOTION_PROFILES.car,
  );
  const start = LONG[0] ?? { longitude: 110.352, latitude: 25.289, altitude: 160, speed: null };
  const droneFlight = createDrivenSchedule(
    offsetRoute(start, 30, [
      [0, 0, 0],
      [20, 60, 80],
      [260, 300, 110],
      [420, 40, 110],
      [200, -180, 110],
      [20, 20, 80],
      [0, 0, 0],
    ]),
    MOTION_PROFILES.drone,
  );
  const addRest = (schedule: Schedule, minutes: number) =>
    concatSchedules([schedule, createStop(schedule.at(schedule.duration), minutes * 60)]);
  return [
    {
      name: '收尾志愿者 Sweeper',
      label: '收尾',
      icon: 'walker',
      protocol: 'gt06',
      schedule: addRest(marshal, 20),
      phase: 0.3,
      batteryHours: 30,
      interval: 8,
    },
    {
      name: '医疗摩托 Medic',
      label: 'M1',
      icon: 'motorcycle',
      protocol: 'jt808',
      schedule: addRest(bike, 9),
      phase: 0.1,
    },
    {
      name: '赛事指挥车',
      label: 'C1',
      icon: 'car',
      protocol: 'jt808',
      schedule: addRest(car, 14),
      phase: 0.6,
    },
    {
      name: '航拍无人机',
      icon: 'drone',
      protocol: 'osmand',
      schedule: addRest(droneFlight, 5),
      phase: 0,
      batteryHours: 0.8,
      minBattery: 25,
      interval: 3,
    },
  ];
}

export const RACE = '尧山越野赛 Trail race';

/** A trail race on two courses, with its crew. */
export function createTrailRace(): Scene {
  const random = seededRandom('race');
  const specs = [
    ...createRunners(LONG_NAMES, 101, LONG, 6.5, random),
    ...createRunners(SHORT_NAMES, 501, SHORT, 6, random),
    ...createCrew(random),
  ];
  return { group: RACE, devices: createDevices(5, specs) };
}
