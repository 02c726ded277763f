import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { report } from '../../../ingest/testing/reports.ts';
import type { World } from '../../../testing/world.ts';

/** 2 pi * 6,371,008.8 m / 360, on the equator. */
const METRES_PER_DEGREE = 111_195.08;

/** Seconds after a start, metres east of 1 degree on the equator, km/h. */
export type DrivenFix = readonly [
  second: number,
  east: number,
  speed: number,
  alarms?: readonly NoticeType[],
];

/** A connected device. `drive` resolves when all fixes are stored. */
export async function connectDriven(world: World, imei: string, start: number) {
  const device = await world.device('jt808', imei);
  return {
    async drive(fixes: readonly DrivenFix[]): Promise<void> {
      for (const [second, east, speed, alarms = []] of fixes) {
        const fix = { latitude: 0, longitude: longitudeAt(east), speed };
        await device.reply(device.report(report({ time: start + second * 1_000, fix, alarms: [...alarms] })));
      }
    },
  };
}

/** Degrees. */
export function longitudeAt(east: number): number {
  return 1 + east / METRES_PER_DEGREE;
}

/** A fence of 1,000 m to both sides of the equator, crossings of which count at once. */
export function fenceForm(fenceName: string, from: number, to: number) {
  return {
    fenceName,
    fenceType: 'RECTANGLE' as const,
    fenceData: { west: longitudeAt(from), south: -0.009, east: longitudeAt(to), north: 0.009 },
    ...{ color: '#0b5cad', notice: 'NONE' as const, holdSeconds: 0, holdMetres: 0 },
  };
}
