import { drivenTimetable } from '../../movement/driven.ts';
import { inSequence, staying } from '../../movement/itinerary.ts';
import { type Random, seeded } from '../../movement/randomness.ts';
import type { Timetable } from '../../movement/timetable.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { cast, type Role } from '../cast.ts';
import { around, back, draw, paced, winding } from '../draw.ts';
import { MANNERS, varied } from '../manners.ts';
import { alarmEvery } from '../occasions.ts';
import type { Scene } from '../pretend-device.ts';

/** Over the hills east of Guilin and around them, back to the start; about 11 and 6 km. */
const TRAIL = seeded('the trail');
export const LONG = winding(
  draw(
    '110.3520,25.2890,160 110.3600,25.2910,190 110.3665,25.2960,260 110.3720,25.2985,380 110.3770,25.3030,520 ' +
      '110.3815,25.3050,700 110.3862,25.3072,905 110.3890,25.3130,780 110.3865,25.3190,640 110.3800,25.3230,520 ' +
      '110.3725,25.3240,400 110.3650,25.3200,300 110.3590,25.3140,240 110.3540,25.3070,200 110.3500,25.2990,175 ' +
      '110.3490,25.2930,165 110.3520,25.2890,160',
  ),
  TRAIL,
  22,
  90,
);
export const SHORT = winding(
  draw(
    '110.3520,25.2890,160 110.3600,25.2910,190 110.3665,25.2960,260 110.3720,25.2985,380 110.3690,25.3050,420 ' +
      '110.3630,25.3085,330 110.3580,25.3060,250 110.3530,25.3010,190 110.3490,25.2930,165 110.3520,25.2890,160',
  ),
  TRAIL,
  20,
  90,
);
/** The long race starts every two and a half hours, the short one half way between. */
const CYCLE = 2.5 * 3600;
/** Of the cycle: the gun comes this many seconds after its start, so that the field is seen at the line. */
const GUN = 300;

const LONG_NAMES = [
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
const SHORT_NAMES = [
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

/** Tobler's hiking function (1993): speed falls with the slope, fastest a little downhill. */
function onSlope(flat: number): (altitude: number, slope: number) => number {
  return (_, slope) => flat * Math.exp(-3.5 * Math.abs(slope + 0.05) + 3.5 * 0.05);
}

/** One race for one runner: waits for the gun, runs, and rests at the finish until the next one. */
function race(course: readonly Waypoint[], flat: number, behind: number): Timetable {
  const way = drivenTimetable(paced(course, 90, onSlope(flat)), { ...MANNERS.runner, speed: flat * 1.1 });
  const [start] = course;
  const waits = GUN + behind;
  const rest = Math.max(0, CYCLE - waits - way.duration);
  return inSequence([
    ...(start === undefined ? [] : [staying(start, waits)]),
    way,
    staying(way.at(way.duration), rest),
  ]);
}

function runners(
  names: readonly string[],
  firstBib: number,
  course: readonly Waypoint[],
  slowest: number,
  random: Random,
): Role[] {
  return names.map((name, index): Role => {
    // The best keep 13 km/h on the flat; the field spreads evenly down to the slowest.
    const flat = 13 - ((13 - slowest) * index) / names.length + random() * 0.8;
    return {
      name,
      label: String(firstBib + index),
      icon: 'runner',
      protocol: index % 3 === 1 ? 'gt06' : 'osmand',
      way: race(course, flat, index * 2.5),
      phase: course === SHORT ? 0.5 : 0,
      interval: 4,
      historyInterval: 15,
      batteryHours: 9 + random() * 8,
      lowest: 30,
      altimeter: index % 3 !== 1,
      // One of the field falls now and then, and calls for help.
      ...(name === '周启明' ? { alarmsAt: alarmEvery('SOS', 200, 4, 62) } : {}),
    };
  });
}

function crew(random: Random): Role[] {
  const marshal = drivenTimetable(winding(back(SHORT), random, 5, 120), varied(MANNERS.walker, random, 0.1));
  const bike = drivenTimetable(
    draw(
      '110.3520,25.2890 110.3560,25.2870 110.3620,25.2880 110.3660,25.2950 110.3620,25.2880 110.3560,25.2870 110.3520,25.2890',
      165,
    ),
    MANNERS.motorcycle,
  );
  const car = drivenTimetable(
    draw(
      '110.3520,25.2890 110.3480,25.2860 110.3440,25.2960 110.3480,25.3090 110.3560,25.3160 110.3480,25.3090 110.3440,25.2960 110.3480,25.2860 110.3520,25.2890',
      165,
    ),
    MANNERS.car,
  );
  const start = LONG[0] ?? { longitude: 110.352, latitude: 25.289, altitude: 160, speed: null };
  const above = drivenTimetable(
    around(start, 30, [
      [0, 0, 0],
      [20, 60, 80],
      [260, 300, 110],
      [420, 40, 110],
      [200, -180, 110],
      [20, 20, 80],
      [0, 0, 0],
    ]),
    MANNERS.drone,
  );
  const rest = (way: Timetable, minutes: number) =>
    inSequence([way, staying(way.at(way.duration), minutes * 60)]);
  return [
    {
      name: '收尾志愿者 Sweeper',
      label: '收尾',
      icon: 'walker',
      protocol: 'gt06',
      way: rest(marshal, 20),
      phase: 0.3,
      batteryHours: 30,
      interval: 8,
    },
    {
      name: '医疗摩托 Medic',
      label: 'M1',
      icon: 'motorcycle',
      protocol: 'jt808',
      way: rest(bike, 9),
      phase: 0.1,
    },
    { name: '赛事指挥车', label: 'C1', icon: 'car', protocol: 'jt808', way: rest(car, 14), phase: 0.6 },
    {
      name: '航拍无人机',
      icon: 'drone',
      protocol: 'osmand',
      way: rest(above, 5),
      phase: 0,
      batteryHours: 0.8,
      lowest: 25,
      interval: 3,
    },
  ];
}

export const RACE = '尧山越野赛 Trail race';

/** A trail race over two courses, with its crew. */
export function trailRace(): Scene {
  const random = seeded('race');
  const roles = [
    ...runners(LONG_NAMES, 101, LONG, 6.5, random),
    ...runners(SHORT_NAMES, 501, SHORT, 6, random),
    ...crew(random),
  ];
  return { group: RACE, devices: cast(5, roles) };
}
