import {
  type Control,
  type Course,
  type CourseEvent,
  type EventMap,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';

export const TRAINING = '尧山定向训练 Yaoshan training';

/** Code, position and description of the controls on the hills east of Guilin. */
const CONTROLS: readonly (readonly [
  code: string,
  lng: number,
  lat: number,
  description: Control['description'],
])[] = [
  ['31', 110.3561, 25.2932, { D: '1.10', G: '11.1S' }],
  ['32', 110.3594, 25.2951, { D: '2.4', F: '2.5', G: '11.1W' }],
  ['33', 110.3627, 25.2937, { C: '0.1N', D: '1.3', G: '11.3N' }],
  ['34', 110.3652, 25.2968, { D: '2.1', F: '3.0', G: '11.14E' }],
  ['35', 110.3619, 25.2989, { D: '4.3' }],
  ['36', 110.3583, 25.2998, { C: '0.5', D: '1.14' }],
  ['37', 110.3646, 25.3016, { D: '1.2', G: '11.6SE' }],
  ['38', 110.3608, 25.3033, { D: '5.1', F: '10.1' }],
  ['39', 110.3569, 25.3024, { D: '3.1', G: '11.2N' }],
  ['40', 110.3541, 25.2985, { D: '1.12', G: '11.3S' }],
];
/** The positions of the controls by their codes. */
export const CONTROL_POSITIONS: ReadonlyMap<string, readonly [lng: number, lat: number]> = new Map(
  CONTROLS.map(([code, lng, lat]) => [code, [lng, lat]]),
);
const [START, FINISH] = ['start', 'finish'] as const;
export const START_POSITION = [110.3528, 25.2904] as const;
const FINISH_POSITION = [110.3517, 25.2921] as const;

function createCourse(id: string, name: string, codes: readonly string[], changes: Partial<Course>): Course {
  return {
    ...newCourse(id, changes.type),
    name,
    controls: [START, ...codes, FINISH].map((control, at) => newCourseControl(`${id}-${at}`, control)),
    ...changes,
  };
}

/** A training on a map, with two courses, a butterfly loop around control 35, and a score course. */
export function createTraining(date: string, map: EventMap | null): CourseEvent {
  const long = createCourse('long', '长距离 Long', ['31', '32', '34', '35', '37', '38', '36', '35', '40'], {
    ...{ length: 5_100, climb: 140, subtitle: 'M21 W21' },
  });
  const short = createCourse('short', '短距离 Short', ['31', '33', '36', '40'], {
    ...{ length: 3_100, climb: 60, subtitle: 'M16 W16' },
  });
  const score = createCourse(
    'score',
    '积分赛 Score',
    CONTROLS.map(([code]) => code),
    {
      ...{ type: 'score', length: 0, timeLimit: 45 * 60 },
    },
  );
  return {
    ...NEW_EVENT,
    ...{ name: TRAINING, date, map, place: '桂林尧山 Yaoshan, Guilin' },
    ...{ mapScale: 10_000, printScale: 10_000 },
    controls: [
      newControl(START, START_POSITION, 'start', null),
      ...CONTROLS.map(([code, lng, lat, description]) => ({
        ...newControl(code, [lng, lat], 'other', code),
        description,
      })),
      { ...newControl(FINISH, FINISH_POSITION, 'finish', null), description: { all: '14.3' } },
    ],
    courses: [long, short, { ...score, controls: score.controls.map(withPoints) }],
    legs: [{ id: 'bend', from: '31', to: '32', bends: [[110.3576, 25.2947]], gaps: [] }],
    people: [
      { id: 'p1', name: '李晓峰', role: 'PLAYER', phone: '13800138001', courses: ['long'] },
      { id: 'p2', name: 'Anna Berg', role: 'PLAYER', phone: '', courses: ['long'] },
      { id: 'p3', name: '罗小雨', role: 'PLAYER', phone: '', courses: ['short'] },
      { id: 'p4', name: '韦大山', role: 'WORKER', phone: '13800138004', courses: ['long', 'short'] },
      { id: 'p5', name: '覃梦', role: 'HELPER', phone: '', courses: [] },
    ],
  };
}

/** Controls with higher codes are farther away and count more. */
function withPoints(visit: Course['controls'][number]): Course['controls'][number] {
  const code = Number(visit.control);
  return Number.isNaN(code) ? visit : { ...visit, points: code < 34 ? 10 : code < 38 ? 20 : 30 };
}
