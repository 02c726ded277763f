import { drivenTimetable, type Manner } from '../../movement/driven.ts';
import { inSequence, staying } from '../../movement/itinerary.ts';
import { type Random, seeded } from '../../movement/randomness.ts';
import type { Timetable } from '../../movement/timetable.ts';
import type { Waypoint } from '../../movement/waypoint.ts';
import { cast, type Role } from '../cast.ts';
import { around, back, draw, spot, winding } from '../draw.ts';
import { MANNERS, varied } from '../manners.ts';
import { alarmEvery, darkEvery } from '../occasions.ts';
import type { Scene } from '../pretend-device.ts';

/** From the piers of the old town across the mouth of Jiaozhou Bay. */
export const CROSSINGS = [
  draw('120.290,36.075 120.272,36.066 120.245,36.058 120.205,36.048', 0),
  draw('120.288,36.082 120.262,36.094 120.222,36.108 120.186,36.118', 0),
];
/** From the open sea through the bay's mouth to the container berths. */
export const FAIRWAY = draw(
  '120.900,35.780 120.700,35.870 120.520,35.945 120.400,35.995 120.325,36.022 120.280,36.034 120.240,36.040 120.208,36.032',
  0,
);
/** Around the bay, and along the open coast. */
const PATROLS = [
  draw(
    '120.286,36.080 120.262,36.110 120.282,36.140 120.240,36.150 120.190,36.130 120.215,36.090 120.286,36.080',
    0,
  ),
  draw(
    '120.310,36.026 120.360,36.020 120.430,36.025 120.500,36.010 120.440,35.985 120.360,35.998 120.310,36.026',
    0,
  ),
];
/** Where ships wait for a berth, and where sailing boats have their start. */
export const ANCHORAGE = spot(120.47, 35.968, 0);
export const REGATTA = spot(120.408, 36.014, 0);
/** The wind is from the south-south-east. */
export const UPWIND = 155;

/** Out, a rest, home, a rest; minutes of rest. */
function shuttle(route: readonly Waypoint[], manner: Manner, minutes: number): Timetable {
  const out = drivenTimetable(route, manner);
  const home = drivenTimetable(back(route), manner);
  return inSequence([
    out,
    staying(out.at(out.duration), minutes * 60),
    home,
    staying(home.at(home.duration), minutes * 60),
  ]);
}

/** Upwind in tacks of its own to a mark 1.6 km away, around it, and down again: one round of a regatta. */
function round(random: Random): readonly Waypoint[] {
  const points: [number, number][] = [[(random() - 0.5) * 300, 0]];
  const tacks = 4 + Math.floor(random() * 4);
  for (let tack = 1; tack < tacks; tack++) {
    const side = tack % 2 === 0 ? 1 : -1;
    points.push([side * (180 + random() * 220), (tack / tacks) * 1600]);
  }
  points.push([20, 1600], [-30, 1640], [-60, 1590], [-120 - random() * 160, 800]);
  points.push([points[0]?.[0] ?? 0, 0]);
  return around(REGATTA, UPWIND, points);
}

/** A ship at anchor swings slowly with the tide. */
function atAnchor(index: number): Timetable {
  const place = around(ANCHORAGE, 120, [[(index % 2) * 1400, index * 1100]]);
  const centre = place[0] ?? ANCHORAGE;
  const swing = around(centre, 0, [
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
  return drivenTimetable(swing, { ...MANNERS.ship, speed: 0.3, rounding: 2, spacing: 10 });
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

function roles(): Role[] {
  const random = seeded('harbour');
  const powered = { protocol: 'jt808', gsm: 74 } as const;
  const ferries = FERRIES.map((name, index): Role => {
    const route = CROSSINGS[index % CROSSINGS.length] ?? [];
    const way = shuttle(route, varied(MANNERS.ferry, random, 0.05), 6);
    return {
      ...powered,
      name,
      label: `F${index + 1}`,
      icon: 'ship',
      way,
      phase: index / FERRIES.length,
      interval: 5,
    };
  });
  const ships = SHIPS.map((name, index): Role => {
    const common = {
      ...powered,
      name,
      icon: 'ship' as const,
      interval: 10,
    };
    if (index >= 5) return { ...common, way: atAnchor(index - 5), phase: random(), historyInterval: 60 };
    const way = shuttle(winding(FAIRWAY, random, 60, 2500), varied(MANNERS.ship, random, 0.15), 50);
    return { ...common, way, phase: index / 5, historyInterval: 30 };
  });
  const sailors = SAILORS.map((name, index): Role => {
    const once = drivenTimetable(round(random), varied(MANNERS.sailboat, random, 0.12));
    const way = inSequence([once, staying(once.at(once.duration), 120 + random() * 240)]);
    const battery = { batteryHours: 18 + index };
    // One boat capsizes in every fourth round or so.
    const capsizes = name === 'Zephyr' ? { alarmsAt: alarmEvery('SOS', 230, 5, 15) } : {};
    return {
      name,
      label: String(11 + index),
      icon: 'sailboat',
      protocol: 'osmand',
      way,
      phase: random(),
      interval: 4,
      historyInterval: 15,
      ...battery,
      ...capsizes,
    };
  });
  const boats = PATROL_BOATS.map((name, index): Role => {
    const route = winding(PATROLS[index % PATROLS.length] ?? [], random, 50, 700);
    const once = drivenTimetable(
      route,
      varied(index === 3 || index === 4 ? MANNERS.ferry : MANNERS.motorboat, random, 0.15),
    );
    const way = inSequence([once, staying(once.at(once.duration), 420)]);
    const coveredAt = index === 5 ? { coveredAt: darkEvery(90, 12, 20) } : {};
    return {
      ...powered,
      name,
      icon: 'motorboat',
      way,
      phase: random(),
      interval: 4,
      historyInterval: 15,
      ...coveredAt,
    };
  });
  const buoys = [spot(120.335, 36.008, 0), spot(120.318, 36.034, 0)].map(
    (place, index): Role => ({
      name: index === 0 ? '航标 1 号' : 'Buoy 2',
      icon: 'beacon',
      protocol: 'gt06',
      way: staying(place, 3600),
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
export function harbour(): Scene {
  return { group: HARBOUR, devices: cast(1, roles()) };
}
