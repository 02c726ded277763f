import type { LabelPointForm } from '@wakeline/contract/entities/map-object';
import { AIRFIELD, THRESHOLD } from '../scenes/airfield.ts';
import { SPARE, YARD } from '../scenes/depot.ts';
import { FISHING } from '../scenes/fishing.ts';
import { FAIRWAY, HARBOUR, REGATTA, UPWIND_BEARING } from '../scenes/harbour.ts';
import { LONG, RACE } from '../scenes/race.ts';
import { createWaypoint, offsetRoute } from '../waypoints.ts';
import { type Coordinates, toLngLat } from './lng-lat.ts';

export type DemoPoint = Pick<
  LabelPointForm,
  'placeName' | 'longitude' | 'latitude' | 'iconUrl' | 'color' | 'note'
> & { readonly group: string };

function toCoordinates(coordinates: Coordinates | undefined) {
  const [longitude, latitude] = toLngLat(coordinates ?? THRESHOLD);
  return { longitude, latitude };
}

/** The highest point of the long course. */
const SUMMIT = LONG.reduce((highest, point) =>
  (point.altitude ?? 0) > (highest.altitude ?? 0) ? point : highest,
);

export const POINTS: readonly DemoPoint[] = [
  {
    placeName: '老城码头 Old town pier',
    group: HARBOUR,
    ...toCoordinates(createWaypoint(120.29, 36.075)),
    iconUrl: 'anchor',
    color: '#1c7ed6',
    note: '轮渡首班 06:00，末班 22:00',
  },
  {
    placeName: '集装箱码头 Container berths',
    group: HARBOUR,
    ...toCoordinates(FAIRWAY.at(-1)),
    iconUrl: 'warehouse',
    color: '#5f3dc4',
    note: '',
  },
  {
    placeName: '引航站 Pilot station',
    group: HARBOUR,
    ...toCoordinates(createWaypoint(120.4, 35.995)),
    iconUrl: 'star',
    color: '#5f3dc4',
    note: '',
  },
  {
    placeName: '上风标 Windward mark',
    group: HARBOUR,
    ...toCoordinates(offsetRoute(REGATTA, UPWIND_BEARING, [[0, 1_600]])[0]),
    iconUrl: 'flag',
    color: '#0c8599',
    note: '',
  },
  {
    placeName: '闸坡渔港 Fishing port',
    group: FISHING,
    ...toCoordinates(createWaypoint(111.824, 21.572)),
    iconUrl: 'anchor',
    color: '#2b8a3e',
    note: '',
  },
  {
    placeName: '跑道入口 Threshold 02',
    group: AIRFIELD,
    ...toCoordinates(THRESHOLD),
    iconUrl: 'dot',
    color: '#d9480f',
    note: '海拔 140 米',
  },
  {
    placeName: '起终点 Start and finish',
    group: RACE,
    ...toCoordinates(LONG[0]),
    iconUrl: 'flag',
    color: '#e8590c',
    note: '',
  },
  {
    placeName: '补给站 Aid station',
    group: RACE,
    ...toCoordinates(LONG[3]),
    iconUrl: 'water',
    color: '#1971c2',
    note: '饮水、能量胶、医疗',
  },
  {
    placeName: '山顶 Summit',
    group: RACE,
    ...toCoordinates(SUMMIT),
    iconUrl: 'danger',
    color: '#c92a2a',
    note: '风大，注意保暖',
  },
  {
    placeName: '车场 Depot',
    group: SPARE,
    ...toCoordinates(YARD),
    iconUrl: 'parking',
    color: '#495057',
    note: '',
  },
];
