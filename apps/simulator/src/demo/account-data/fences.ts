import type { FenceForm } from '@wakeline/contract/entities/map-object';
import { AIRFIELD, THRESHOLD } from '../scenes/airfield.ts';
import { PASTURE, PEOPLE } from '../scenes/city-people.ts';
import { ROADS } from '../scenes/city-roads.ts';
import { VEHICLES } from '../scenes/city-traffic.ts';
import { SPARE, YARD } from '../scenes/depot.ts';
import { FISHING } from '../scenes/fishing.ts';
import { ANCHORAGE, HARBOUR, REGATTA, UPWIND_BEARING } from '../scenes/harbour.ts';
import { LONG, RACE } from '../scenes/race.ts';
import { offsetRoute } from '../waypoints.ts';
import { type Coordinates, toLngLat } from './lng-lat.ts';

export type DemoFence = Pick<
  FenceForm,
  'fenceName' | 'fenceType' | 'fenceData' | 'color' | 'notice' | 'note'
> & {
  /** The fence monitors only devices of this group. */
  readonly group: string;
};

function createCircle(center: Coordinates, radius: number) {
  return { fenceType: 'CIRCULAR', fenceData: { center: toLngLat(center), radius } } as const;
}

/** The middle of the regatta course, which extends 1.6 km upwind. */
const [COURSE = REGATTA] = offsetRoute(REGATTA, UPWIND_BEARING, [[0, 800]]);

export const FENCES: readonly DemoFence[] = [
  {
    fenceName: '港界 Port limits',
    group: HARBOUR,
    fenceType: 'POLYGON',
    fenceData: {
      rings: [
        [
          [120.17, 36.02],
          [120.23, 36.015],
          [120.3, 36.025],
          [120.305, 36.08],
          [120.28, 36.13],
          [120.18, 36.13],
        ],
      ],
    },
    color: '#1c7ed6',
    notice: 'BOTH',
    note: '',
  },
  {
    fenceName: '锚地 Anchorage',
    group: HARBOUR,
    ...createCircle(offsetRoute(ANCHORAGE, 120, [[700, 1_100]])[0] ?? ANCHORAGE, 2_600),
    color: '#5f3dc4',
    notice: 'IN',
    note: '',
  },
  {
    fenceName: '帆船赛区 Regatta area',
    group: HARBOUR,
    ...createCircle(COURSE, 1_500),
    color: '#0c8599',
    notice: 'OUT',
    note: '比赛期间其他船舶绕行',
  },
  {
    fenceName: '作业渔场 Fishing grounds',
    group: FISHING,
    fenceType: 'RECTANGLE',
    fenceData: { west: 111.8, south: 20.6, east: 113.4, north: 21.45 },
    color: '#2b8a3e',
    notice: 'OUT',
    note: '',
  },
  {
    fenceName: '机场管制区 Aerodrome zone',
    group: AIRFIELD,
    ...createCircle(THRESHOLD, 6_000),
    color: '#d9480f',
    notice: 'BOTH',
    note: '',
  },
  {
    fenceName: '起终点 Start and finish',
    group: RACE,
    ...createCircle(LONG[0] ?? THRESHOLD, 650),
    color: '#e8590c',
    notice: 'IN',
    note: '',
  },
  {
    fenceName: '车场 Depot yard',
    group: SPARE,
    ...createCircle(YARD, 120),
    color: '#495057',
    notice: 'OUT',
    note: '停放设备离开时提醒',
  },
  {
    fenceName: '柳州货场 Liuzhou freight yard',
    group: VEHICLES,
    ...createCircle(ROADS.liuzhou.at(-1) ?? THRESHOLD, 900),
    color: '#862e9c',
    notice: 'IN',
    note: '',
  },
  {
    fenceName: '阳朔仓库 Yangshuo warehouse',
    group: VEHICLES,
    ...createCircle(ROADS.yangshuo.at(-1) ?? THRESHOLD, 900),
    color: '#a61e4d',
    notice: 'IN',
    note: '',
  },
  {
    fenceName: '龙脊牧场 Pasture',
    group: PEOPLE,
    ...createCircle(PASTURE, 480),
    color: '#5c940d',
    notice: 'OUT',
    note: '',
  },
];
