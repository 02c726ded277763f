import { CROSS_COUNTRY_ROUTE } from './routes.ts';

/** A planned flight of the demo. Places are names of landing places, or idents of airports. */
export interface DemoFlight {
  readonly flightNumber: string;
  /** Null: not decided yet. */
  readonly tailNumber: string | null;
  readonly from: string;
  readonly to: string;
  /** Minutes after the demo was created. */
  readonly takeoff: number;
  readonly minutes: number;
  /** By name; null: none. */
  readonly route: string | null;
  readonly alternate: string | null;
  readonly peopleOnBoard: number | null;
  readonly note: string;
  readonly isCancelled?: boolean;
  /** Weeks of a repeat on Saturdays and Sundays. */
  readonly weekends?: number;
}

const AIRFIELD = '阳朔机场 Airfield';
const DAY = 1_440;

const training = (flightNumber: string, tailNumber: string | null, takeoff: number): DemoFlight => ({
  flightNumber,
  tailNumber,
  from: AIRFIELD,
  to: AIRFIELD,
  takeoff,
  minutes: 50,
  route: null,
  alternate: 'ZGKL',
  peopleOnBoard: 2,
  note: '起落航线 Circuits',
});

/** Flights of yesterday, today and the next weekends. */
export const FLIGHTS: readonly DemoFlight[] = [
  training('TR101', 'B-10KA', -20),
  training('TR102', 'B-10KB', -5),
  { ...training('TR103', 'B-10KC', 90), note: '首次单飞 First solo', peopleOnBoard: 1 },
  {
    ...training('XC8812', 'B-8812', -10),
    minutes: 70,
    route: CROSS_COUNTRY_ROUTE,
    note: '转场训练 Cross-country',
  },
  { ...training('RS7785', 'B-7785', 4 * 60), peopleOnBoard: 4, note: '转运演练 Rescue exercise' },
  { ...training('RS7784', 'B-7785', -DAY), note: '天气原因 Weather', isCancelled: true },
  { ...training('BL2071', 'B-2071', -DAY), minutes: 90, peopleOnBoard: 6, note: '观光 Sightseeing' },
  { ...training('GL0936', 'B-0936', DAY), minutes: 120, note: '滑翔俱乐部 Gliding club', weekends: 3 },
  { ...training('WL400', null, 2 * DAY), to: 'ZGNN', minutes: 95, note: '飞机待定 Plane not decided' },
];
