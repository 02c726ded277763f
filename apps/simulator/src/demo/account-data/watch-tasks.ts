import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { THRESHOLD } from '../scenes/airfield.ts';
import { CROSS_COUNTRY_ROUTE } from './routes.ts';

type TaskForm = PayloadInput<Operations['createTask']>;

export interface DemoTask extends Omit<TaskForm, 'trackerIds' | 'line' | 'flightId'> {
  /** Names of its devices. */
  readonly devices: readonly string[];
  /** Number of the planned flight that it watches. */
  readonly flight?: string;
  /** Name of the route that they should follow. */
  readonly line?: Omit<NonNullable<TaskForm['line']>, 'routeId'> & { readonly routeName: string };
}

/** The task with tracking mode on: its device has the instruction for the interval of positions. */
export const TRACKED_TASK = {
  taskName: '应急救援 Rescue',
  /** Seconds. */
  interval: 10,
  restoreInterval: 60,
  hours: 8,
} as const;

/** Tasks of the demo's airfield. The aircraft of the first one cuts the corners of its line. */
export const TASKS: readonly DemoTask[] = [
  {
    taskName: '兴安转场 Cross-country',
    flightNumber: 'XC8812',
    flight: 'XC8812',
    devices: ['B-8812'],
    line: { routeName: CROSS_COUNTRY_ROUTE, limit: 100, lowest: null, highest: 2_500 },
    alerts: [{ type: 'inactivity', limit: 10 }],
    note: '学员首次单飞转场 First solo cross-country',
  },
  {
    taskName: TRACKED_TASK.taskName,
    flightNumber: 'R1',
    devices: ['救援直升机 Rescue'],
    alerts: [
      { type: 'heightAbove', limit: 900 },
      { type: 'descent', limit: 8 },
      { type: 'inactivity', limit: 5 },
    ],
    note: '',
  },
  {
    taskName: '测绘 Survey',
    flightNumber: 'UAV-CH1',
    devices: ['无人机 测绘 1', 'Survey drone 2'],
    alerts: [
      {
        type: 'distance',
        limit: 6_000,
        point: { latitude: THRESHOLD.latitude, longitude: THRESHOLD.longitude },
      },
      { type: 'battery', limit: 25 },
    ],
    isOpen: false,
    note: '上午场次 Morning flights',
  },
];
