import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Report } from '@wakeline/domain/reports/report';

/** Points of a line, 55 m apart: 275 km, with bends of 550 m to both sides. */
export const LINE_POINTS = 5_000;
const STEP = 55;
const BEND = { degrees: 0.005, points: 40 };
/** Metres per degree of latitude. */
const DEGREE = 111_195;
/** Lines beside each other. */
const COLUMN = 50;

/** Seconds after the start: the aircraft runs, flies at its speed, and levels off. */
const RUN = 60;
const FLYING = 90;
const LEVEL = 330;
/** km/h: a point each second. */
const SPEED = (STEP * 3_600) / 1_000;
const GROUND = 100;
/** m/s. */
const CLIMB = 3;

/** A line that aircraft fly along, out and back: one point each second. */
export function surveyLine(task: number): readonly Position[] {
  return Array.from({ length: LINE_POINTS }, (_, point) => positionAt(task, point));
}

function positionAt(task: number, point: number): Position {
  const latitude = 20 + (task % COLUMN) * 0.2;
  const longitude = 100 + Math.floor(task / COLUMN) * 4;
  const step = STEP / (DEGREE * Math.cos((latitude * Math.PI) / 180));
  return [longitude + point * step, latitude + BEND.degrees * Math.sin(point / BEND.points)];
}

/**
 * Reports of an aircraft of a task, one per second, as `ReportsOf`: it takes off and flies along the line and back.
 *
 * @param deviationEvery seconds after which it is 300 m beside the line for 3 s; 0: never
 */
export function surveyReports(
  task: number,
  start: number,
  {
    count,
    first,
    deviationEvery,
  }: { readonly count: number; readonly first: number; readonly deviationEvery: number },
): readonly Report[] {
  return Array.from({ length: count }, (_, at) => {
    const second = first + at;
    const flown = second < RUN ? 0 : second < FLYING ? (second - RUN) ** 2 / 60 : 15 + second - FLYING;
    // There and back again.
    const turn = flown % (2 * (LINE_POINTS - 1));
    const point = turn < LINE_POINTS ? turn : 2 * (LINE_POINTS - 1) - turn;
    const [longitude, latitude] = positionAt(task, point);
    const isOff = deviationEvery > 0 && second > LEVEL && second % deviationEvery < 3;
    const climbed = Math.max(0, Math.min(second, LEVEL) - FLYING) * CLIMB;
    return {
      time: start + second * 1_000,
      fix: {
        latitude: latitude + (isOff ? 300 / DEGREE : 0),
        longitude,
        altitude: GROUND + climbed,
        speed: second < RUN ? 0 : second < FLYING ? ((second - RUN) / (FLYING - RUN)) * SPEED : SPEED,
        course: turn < LINE_POINTS ? 90 : 270,
        accuracy: null,
        valid: true,
      },
      battery: null,
      gsm: 80,
      satellites: 10,
      alarms: [],
      attributes: { ignition: true },
    };
  });
}
