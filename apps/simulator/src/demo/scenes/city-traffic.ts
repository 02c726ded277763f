import { drivenTimetable, type Manner } from '../../movement/driven.ts';
import { inSequence, staying } from '../../movement/itinerary.ts';
import { type Random, seeded } from '../../movement/randomness.ts';
import type { Timetable } from '../../movement/timetable.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { cast, type Role } from '../cast.ts';
import { back } from '../draw.ts';
import { MANNERS, varied } from '../manners.ts';
import { alarmEvery } from '../occasions.ts';
import type { IconName, PretendDevice, Scene } from '../pretend-device.ts';
import { ROADS } from './city-roads.ts';

/** Seconds for which a bus stands at a stop, and a car at a red light, at most. */
const STOP = 25;
const RED = 45;

/** Along the route with a halt at some of its corners. */
function withHalts(
  route: readonly Waypoint[],
  manner: Manner,
  halts: (index: number) => number,
): Timetable[] {
  const parts: Timetable[] = [];
  let from = 0;
  for (let index = 1; index < route.length; index++) {
    const seconds = index === route.length - 1 ? 0 : halts(index);
    if (seconds <= 0 && index < route.length - 1) continue;
    const leg = drivenTimetable(route.slice(from, index + 1), manner);
    parts.push(leg);
    if (seconds > 0) parts.push(staying(leg.at(leg.duration), seconds));
    from = index;
  }
  return parts;
}

/** There and back with halts, and a rest at both ends, minutes. */
function roundTrip(
  route: readonly Waypoint[],
  manner: Manner,
  rest: number,
  halts: (index: number) => number,
): Timetable {
  const ways = [route, back(route)].map((way) => withHalts(way, manner, halts));
  return inSequence(
    ways.flatMap((parts) => {
      const last = parts.at(-1);
      return last === undefined ? [] : [...parts, staying(last.at(last.duration), rest * 60)];
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

function buses(random: Random): Role[] {
  return LINES.flatMap(({ line, road, buses: count }) =>
    Array.from({ length: count }, (_, index): Role => {
      const way = roundTrip(ROADS[road], varied(MANNERS.bus, random, 0.06), 5, () => STOP);
      return {
        ...vehicle(random, 'bus'),
        name: `公交 ${line} ${index + 1}号车`,
        label: line,
        way,
        phase: index / count,
      };
    }),
  );
}

function vehicle(random: Random, icon: IconName) {
  const gsm = 70 + Math.floor(random() * 20);
  return { icon, protocol: 'jt808', interval: 5, historyInterval: 15, gsm } as const;
}

function cars(random: Random): Role[] {
  const roads = [
    ROADS.ring,
    ROADS.riverside,
    ROADS.northSouth,
    ROADS.yangshuo,
    ROADS.eastWest,
    ROADS.airport,
  ];
  return Array.from({ length: 11 }, (_, index): Role => {
    const taxi = index < 7;
    const halts = () => (random() < 0.45 ? random() * RED : 0);
    const way = roundTrip(
      roads[index % roads.length] ?? [],
      varied(MANNERS.car, random, 0.15),
      2 + random() * 8,
      halts,
    );
    const plate = `桂C·${taxi ? 'T' : 'D'}${1200 + index * 137}`;
    return {
      ...vehicle(random, 'car'),
      name: taxi ? `出租 ${plate}` : `${plate}`,
      label: taxi ? '' : '工程车',
      way,
      phase: random(),
    };
  });
}

/** Now and then the driver's box complains, while the lorry is under way. */
const COMPLAINTS = alarmEvery('OVERSPEED', 47, 1.5, 11);
const overspeed: PretendDevice['alarmsAt'] = (time, { speed }) => (speed > 60 ? COMPLAINTS(time) : []);

function others(random: Random): Role[] {
  const couriers = ['外卖 小韦', '快递 老蒋', 'Courier 7'].map((name, index): Role => {
    const road = [ROADS.riverside, ROADS.eastBank, ROADS.eastWest][index] ?? ROADS.ring;
    const way = roundTrip(road, varied(MANNERS.motorcycle, random, 0.15), 3, () => (random() < 0.4 ? 90 : 0));
    return {
      ...vehicle(random, 'motorcycle'),
      name,
      protocol: 'gt06',
      way,
      phase: random(),
      batteryHours: 40,
    };
  });
  const trucks = ['桂CA8861 冷链', '桂CB2075', 'Cold chain 3', '桂CF6620 危化'].map((name, index): Role => {
    const way = roundTrip(
      index % 2 === 0 ? ROADS.liuzhou : ROADS.yangshuo,
      varied(MANNERS.truck, random, 0.12),
      25,
      () => 0,
    );
    const fast = index === 3 ? { alarmsAt: overspeed } : {};
    return {
      ...vehicle(random, index === 2 ? 'container' : 'truck'),
      name,
      way,
      phase: random(),
      interval: 8,
      ...fast,
    };
  });
  return [...couriers, ...trucks];
}

export const VEHICLES = '桂林车辆 Vehicles';

/** Buses on their lines, taxis, couriers and lorries. */
export function cityTraffic(): Scene {
  const random = seeded('traffic');
  return {
    group: VEHICLES,
    devices: cast(6, [...buses(random), ...cars(random), ...others(random)]),
  };
}
