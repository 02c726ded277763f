import type { RouteForm } from '@wakeline/contract/entities/map-object';
import type { Waypoint } from '../../movement/waypoint.ts';
import { AIRFIELD, FIRST_TRIP, THRESHOLD } from '../scenes/airfield.ts';
import { PEOPLE } from '../scenes/city-people.ts';
import { PATHS, ROADS } from '../scenes/city-roads.ts';
import { VEHICLES } from '../scenes/city-traffic.ts';
import { CROSSINGS, FAIRWAY, HARBOUR } from '../scenes/harbour.ts';
import { LONG, RACE, SHORT } from '../scenes/race.ts';
import { toLngLat } from './lng-lat.ts';

export type DemoRoute = Pick<
  RouteForm,
  'routeName' | 'type' | 'dataPoints' | 'color' | 'weight' | 'start' | 'end' | 'points'
> & { readonly group: string };

interface Ends {
  readonly start: string;
  readonly end: string;
}

/** The line of a route, with altitudes where known, and a waypoint at each end. */
function createLine(route: readonly Waypoint[], { start, end }: Ends) {
  const dataPoints = route.map((point): RouteForm['dataPoints'][number] => {
    const [lng, lat] = toLngLat(point);
    return point.altitude === null ? [lng, lat] : [lng, lat, Math.round(point.altitude)];
  });
  const ends = [
    { point: dataPoints[0], name: start },
    { point: dataPoints.at(-1), name: end },
  ];
  const points = ends.flatMap(({ point, name }) =>
    point === undefined ? [] : [{ lng: point[0], lat: point[1], name }],
  );
  return { dataPoints, points, start, end };
}

/** Which a task of the demo watches. */
export const CROSS_COUNTRY_ROUTE = '兴安转场航线 Cross-country line';

/** On which the match of the demo is run. */
export const LONG_ROUTE = '尧山长距离 Long course';
export const SHORT_ROUTE = '尧山短距离 Short course';

export const ROUTES: readonly DemoRoute[] = [
  {
    routeName: CROSS_COUNTRY_ROUTE,
    group: AIRFIELD,
    type: 'drive',
    ...createLine([THRESHOLD, ...FIRST_TRIP, THRESHOLD], { start: AIRFIELD, end: AIRFIELD }),
    color: '#0b7285',
    weight: 4,
  },
  {
    routeName: '轮渡航线 Ferry line',
    group: HARBOUR,
    type: 'drive',
    ...createLine(CROSSINGS[0] ?? [], { start: '老城码头 Old town pier', end: '黄岛码头 West pier' }),
    color: '#1c7ed6',
    weight: 4,
  },
  {
    routeName: '进港航道 Fairway',
    group: HARBOUR,
    type: 'drive',
    ...createLine(FAIRWAY, { start: '外海 Open sea', end: '集装箱码头 Container berths' }),
    color: '#5f3dc4',
    weight: 5,
  },
  {
    routeName: LONG_ROUTE,
    group: RACE,
    type: 'walk',
    ...createLine(LONG, { start: '起点 Start', end: '终点 Finish' }),
    color: '#e8590c',
    weight: 4,
  },
  {
    routeName: SHORT_ROUTE,
    group: RACE,
    type: 'walk',
    ...createLine(SHORT, { start: '起点 Start', end: '终点 Finish' }),
    color: '#1971c2',
    weight: 4,
  },
  {
    routeName: '机场快线 Airport express',
    group: VEHICLES,
    type: 'drive',
    ...createLine(ROADS.airport, { start: '市区 Town', end: '机场 Airport' }),
    color: '#2f9e44',
    weight: 4,
  },
  {
    routeName: '滨江骑行道 Riverside ride',
    group: PEOPLE,
    type: 'cycle',
    ...createLine(PATHS.bank, { start: '南门 South gate', end: '北门 North gate' }),
    color: '#c2255c',
    weight: 3,
  },
];
