import { drivenTimetable } from '../../movement/driven.ts';
import { inSequence, staying } from '../../movement/itinerary.ts';
import { type Random, seeded } from '../../movement/randomness.ts';
import type { Timetable } from '../../movement/timetable.ts';
import { cast, type Role } from '../cast.ts';
import { around, back, spot, winding } from '../draw.ts';
import { MANNERS, varied } from '../manners.ts';
import { darkEvery } from '../occasions.ts';
import type { Scene } from '../pretend-device.ts';

/** South of the coast of Guangdong, in 30 to 60 m of water. */
const GROUNDS = [spot(112.05, 21.1, 0), spot(112.6, 20.85, 0), spot(113.15, 21.2, 0)];
const BOATS = 18;
/** These lose their network every now and then. */
const REMOTE = 7;

/** Hauls: long straight tows side by side, turns between them, then the net is brought in. */
function tow(random: Random, index: number): Timetable {
  const grounds = GROUNDS[index % GROUNDS.length] ?? spot(112.05, 21.1, 0);
  const [centre] = around(grounds, random() * 360, [[0, 2_000 + random() * 14_000]]);
  const length = 5_000 + random() * 4_000;
  const legs = around(centre ?? grounds, 40 + random() * 50, [
    [0, 0],
    [0, length],
    [450, length + 500],
    [900, length],
    [900, 0],
    [1350, -500],
    [1800, 0],
    [1800, length],
  ]);
  const manner = varied(MANNERS.trawler, random, 0.15);
  const out = drivenTimetable(winding(legs, random, 60, 900), manner);
  const home = drivenTimetable(winding(back(legs), random, 60, 900), {
    ...manner,
    speed: manner.speed * 2.2,
  });
  return inSequence([out, staying(out.at(out.duration), 1_500), home, staying(home.at(home.duration), 900)]);
}

function roles(): Role[] {
  const random = seeded('fishing');
  return Array.from({ length: BOATS }, (_, index): Role => {
    const number = 60_120 + index * 7;
    const dark = index < REMOTE ? { coveredAt: darkEvery(110 + index * 13, 35 + index * 4, index * 17) } : {};
    return {
      name: index % 4 === 3 ? `Yue Yang ${number}` : `粤阳渔 ${number}`,
      icon: index % 5 === 0 ? 'ship' : 'motorboat',
      protocol: index % 3 === 2 ? 'osmand' : 'jt808',
      note: index < REMOTE ? '远海，信号时有时无' : '',
      way: tow(random, index),
      phase: random(),
      interval: 10,
      historyInterval: 60,
      gsm: index < REMOTE ? 18 : 45,
      ...(index % 3 === 2 ? { batteryHours: 60 } : {}),
      ...dark,
    };
  });
}

export const FISHING = '阳江渔船队 Fishing';

/** A fishing fleet offshore; some of it is out of coverage now and then, and sends what it kept when it is back. */
export function fishing(): Scene {
  return { group: FISHING, devices: cast(2, roles()) };
}
