import { drivenTimetable } from '../../movement/driven.ts';
import { inSequence, staying } from '../../movement/itinerary.ts';
import { type Random, seeded } from '../../movement/randomness.ts';
import type { Timetable } from '../../movement/timetable.ts';
import { cast, type Role } from '../cast.ts';
import { around, back, spot, winding } from '../draw.ts';
import { MANNERS, varied } from '../manners.ts';
import { alarmEvery } from '../occasions.ts';
import type { Scene } from '../pretend-device.ts';
import { PATHS, ROADS } from './city-roads.ts';

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

/** On foot along a path and back, looking at something at both ends. */
function stroll(path: readonly (typeof PATHS.park)[number][], random: Random): Timetable {
  const manner = varied(MANNERS.walker, random, 0.2);
  const out = drivenTimetable(winding(path, random, 4, 25), manner);
  const home = drivenTimetable(winding(back(path), random, 4, 25), manner);
  return inSequence([
    out,
    staying(out.at(out.duration), 120 + random() * 600),
    home,
    staying(home.at(home.duration), 300 + random() * 900),
  ]);
}

function walkers(random: Random): Role[] {
  const paths = Object.values(PATHS);
  return WALKERS.map((name, index): Role => {
    const elder = index < 2;
    return {
      name,
      label: elder ? '家人' : '',
      icon: index % 2 === 0 ? 'person' : 'walker',
      protocol: index % 2 === 0 ? 'gt06' : 'osmand',
      way: stroll(paths[index % paths.length] ?? PATHS.park, random),
      phase: random(),
      interval: 6,
      historyInterval: 20,
      batteryHours: 16 + random() * 20,
      // The grandmother's watch is charged late; the grandfather presses its button.
      lowest: index === 0 ? 9 : 36,
      ...(index === 1 ? { alarmsAt: alarmEvery('SOS', 260, 3, 130) } : {}),
    };
  });
}

function riders(random: Random): Role[] {
  const cyclists = ['骑行 阿明', '骑行 Lucy', '单车 0771', '单车 0920'].map((name, index): Role => {
    const road = index % 2 === 0 ? ROADS.riverside : ROADS.ring;
    const manner = varied(MANNERS.bicycle, random, 0.2);
    const out = drivenTimetable(winding(road, random, 3, 60), manner);
    const home = drivenTimetable(winding(back(road), random, 3, 60), manner);
    const way = inSequence([
      out,
      staying(out.at(out.duration), 400),
      home,
      staying(home.at(home.duration), 700),
    ]);
    return {
      name,
      icon: 'bicycle',
      protocol: index < 2 ? 'osmand' : 'gt06',
      way,
      phase: random(),
      batteryHours: 30,
      historyInterval: 15,
    };
  });
  const joggers = ['晨跑 小林', 'Jogger Tim'].map((name): Role => {
    const manner = varied(MANNERS.runner, random, 0.15);
    const once = drivenTimetable(winding([...PATHS.bank, ...back(PATHS.bank)], random, 3, 40), manner);
    return {
      name,
      icon: 'runner',
      protocol: 'osmand',
      way: inSequence([once, staying(once.at(once.duration), 900)]),
      phase: random(),
      batteryHours: 11,
      historyInterval: 15,
    };
  });
  return [...cyclists, ...joggers];
}

export const PASTURE = spot(110.115, 25.755, 780);

/** Water buffaloes on the terraces of Longji, with collars. */
function herd(random: Random): Role[] {
  return ['水牛 大黑', '水牛 二妞', '水牛 阿旺', 'Buffalo 4'].map((name, index): Role => {
    const points = Array.from(
      { length: 14 },
      () => [(random() - 0.5) * 700, (random() - 0.5) * 500] as const,
    );
    const [first] = points;
    const places = around(PASTURE, index * 20, [...points, ...(first ? [first] : [])]);
    // It walks a little, and grazes a good while where it is.
    const grazing = inSequence(
      places.slice(1).flatMap((place, at) => {
        const walk = drivenTimetable([places[at] ?? place, place], MANNERS.animal);
        return [walk, staying(place, 300 + random() * 1_200)];
      }),
    );
    return {
      name,
      icon: 'animal',
      protocol: 'gt06',
      way: grazing,
      phase: random(),
      interval: 30,
      historyInterval: 120,
      batteryHours: 400,
      gsm: 41,
    };
  });
}

export const PEOPLE = '桂林人员 People';

/** People in the parks and streets, riders, joggers; and some cattle in the hills. */
export function cityPeople(): Scene {
  const random = seeded('people');
  return {
    group: PEOPLE,
    devices: cast(7, [...walkers(random), ...riders(random), ...herd(random)]),
  };
}
