import { type CourseStop, courseStops } from '@wakeline/domain/courses/course-stops';
import {
  type Control,
  type Course,
  type CourseControl,
  type CourseEvent,
  DEFAULT_COURSE_LENGTH,
  isPunched,
} from '@wakeline/domain/courses/event';
import { type EventIndex, indexEvent } from '@wakeline/domain/courses/event-index';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { centerOf, paperPlane } from '@wakeline/domain/courses/paper-plane';
import { assignRelayTeams } from '@wakeline/domain/courses/relay-teams';
import { variations } from '@wakeline/domain/courses/variations';
import { escapeXml, formatDecimal } from '../xml-text.ts';
import { INSTRUCTIONS } from './instructions.ts';

export interface IofXmlOptions {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly creator: string;
}

export interface IofXmlFile {
  readonly text: string;
  /** Names of courses that the format cannot have: it requires two controls. */
  readonly omitted: readonly string[];
}

const NAMESPACE = 'http://www.orienteering.org/datastandard/3.0';
/** Millimetres around the controls. */
const MAP_MARGIN = 20;
/** Courses written per step. */
const COURSES_PER_STEP = 20;

/**
 * Writes course data of IOF XML 3.0. Every variation of a course is a course of its own with the name of the course as its family.
 * Positions are WGS-84, and millimetres from the top left corner of a map with north at the top, y downwards. Classes are the
 * subtitles of courses, separated by commas.
 */
export function* writeIofXml(
  event: CourseEvent,
  { createdAt, creator }: IofXmlOptions,
): Generator<void, IofXmlFile> {
  const index = indexEvent(event);
  const ids = fileIds(event.controls);
  const map = new FileMap(event);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<CourseData xmlns="${NAMESPACE}" iofVersion="3.0" createTime="${new Date(createdAt).toISOString()}" creator="${escapeXml(creator)}">`,
    '  <Event>',
    `    <Name>${escapeXml(event.name)}</Name>`,
    ...(event.date === null
      ? []
      : ['    <StartTime>', `      <Date>${event.date}</Date>`, '    </StartTime>']),
    '  </Event>',
    '  <RaceCourseData>',
    ...map.lines(),
    ...event.controls.flatMap((control) => controlLines(control, ids, map)),
  ];
  const omitted: string[] = [];
  const fileCourses: FileCourse[] = [];
  for (const [at, course] of event.courses.entries()) {
    const written = courseFileEntries(index, course);
    if (written.length === 0) omitted.push(course.name);
    fileCourses.push(...written);
    if (at % COURSES_PER_STEP === 0) yield;
  }
  for (const fileCourse of fileCourses) lines.push(...courseLines(index, fileCourse, ids));
  lines.push(
    ...event.courses.flatMap((course) => classLines(course, fileCourses)),
    ...event.people.flatMap(({ name, role, courses }) =>
      role === 'PLAYER' ? courses.flatMap((id) => personLines(name, id, fileCourses)) : [],
    ),
    ...event.courses.flatMap((course) => teamLines(course, fileCourses)),
    '  </RaceCourseData>',
    '</CourseData>',
    '',
  );
  return { text: lines.join('\n'), omitted };
}

/** The coordinate system of the map's paper in the file. */
class FileMap {
  readonly #scale: number;
  readonly #toPaper: ReturnType<typeof paperPlane>['toPaper'];
  /** Distance of the top left corner from the center of the controls. */
  readonly #corner: { readonly x: number; readonly y: number };

  constructor({ controls, mapScale }: CourseEvent) {
    const positions = controls.map(({ coordinates }) => coordinates);
    this.#scale = mapScale;
    this.#toPaper = paperPlane(centerOf(positions), mapScale).toPaper;
    let [x, y] = [0, 0];
    for (const position of positions) {
      const point = this.#toPaper(position);
      x = Math.max(x, Math.abs(point.x));
      y = Math.max(y, Math.abs(point.y));
    }
    this.#corner = { x: Math.ceil(x) + MAP_MARGIN, y: Math.ceil(y) + MAP_MARGIN };
  }

  lines(): readonly string[] {
    const { x, y } = this.#corner;
    return [
      '    <Map>',
      `      <Scale>${formatDecimal(this.#scale)}</Scale>`,
      '      <MapPositionTopLeft x="0" y="0" unit="mm"/>',
      `      <MapPositionBottomRight x="${2 * x}" y="${2 * y}" unit="mm"/>`,
      '    </Map>',
    ];
  }

  attributesOf({ coordinates }: Control): string {
    const point = this.#toPaper(coordinates);
    return `x="${round(point.x + this.#corner.x, 2)}" y="${round(this.#corner.y - point.y, 2)}" unit="mm"`;
  }
}

const TYPE_PREFIXES = { start: 'S', finish: 'F', 'crossing-point': 'X', 'map-exchange': 'E' } as const;

/**
 * Ids of the file by ids of the event: codes, or a letter with a number. Map issue points have none, because the format does not
 * know them.
 */
function fileIds(controls: readonly Control[]): ReadonlyMap<string, string> {
  const used = new Set(controls.map(({ code }) => code));
  const ids = new Map<string, string>();
  for (const control of controls) {
    const { id, code, kind, special } = control;
    if (special === 'map-issue') continue;
    if (isPunched(control) && code !== null) {
      ids.set(id, code);
      continue;
    }
    const prefix = special === null ? (kind === 'other' ? 'C' : TYPE_PREFIXES[kind]) : TYPE_PREFIXES[special];
    let number = 1;
    while (used.has(`${prefix}${number}`)) number += 1;
    used.add(`${prefix}${number}`);
    ids.set(id, `${prefix}${number}`);
  }
  return ids;
}

function typeOf({ kind, special }: Control): string {
  if (kind === 'finish') return 'Finish';
  if (kind === 'start' || special === 'map-exchange') return 'Start';
  return special === 'crossing-point' ? 'CrossingPoint' : 'Control';
}

function controlLines(control: Control, ids: ReadonlyMap<string, string>, map: FileMap): readonly string[] {
  const id = ids.get(control.id);
  if (id === undefined) return [];
  const [lng, lat] = control.coordinates;
  return [
    `    <Control type="${typeOf(control)}">`,
    `      <Id>${escapeXml(id)}</Id>`,
    `      <Position lng="${round(lng, 7)}" lat="${round(lat, 7)}"/>`,
    `      <MapPosition ${map.attributesOf(control)}/>`,
    '    </Control>',
  ];
}

/** A variation of a course. */
interface FileCourse {
  readonly course: Course;
  readonly name: string;
  /** Letters of the variation; empty for a course without variations. */
  readonly code: string;
  readonly stops: readonly CourseStop[];
}

function courseFileEntries(index: EventIndex, course: Course): readonly FileCourse[] {
  return variations(course).list.flatMap(({ code, controls }): readonly FileCourse[] => {
    const stops = courseStops(index, controls).filter(({ control }) => control.special !== 'map-issue');
    const name = code === '' ? course.name : `${course.name} ${code}`;
    return stops.length < 2 ? [] : [{ course, name, code, stops }];
  });
}

function courseLines(
  index: EventIndex,
  { course, name, code, stops }: FileCourse,
  ids: ReadonlyMap<string, string>,
): readonly string[] {
  const measured = course.type === 'score' ? null : measureCourse(index, stops);
  // An entered length replaces the measured one.
  const length = course.length === DEFAULT_COURSE_LENGTH ? measured?.length : course.length;
  return [
    '    <Course>',
    `      <Name>${escapeXml(name)}</Name>`,
    ...(code === '' ? [] : [`      <CourseFamily>${escapeXml(course.name)}</CourseFamily>`]),
    ...(length === undefined ? [] : [`      <Length>${Math.round(length)}</Length>`]),
    ...(course.climb === null ? [] : [`      <Climb>${formatDecimal(course.climb)}</Climb>`]),
    ...stops.flatMap((stop, at) => [
      ...stopLines(stop, course, { ids, legLength: measured?.legs[at - 1]?.length }),
      ...exchangeLines(stop, at, stops, ids),
    ]),
    '    </Course>',
  ];
}

function stopLines(
  { control, courseControl, number }: CourseStop,
  { type, labels }: Course,
  { ids, legLength }: { ids: ReadonlyMap<string, string>; legLength: number | undefined },
): readonly string[] {
  const isRandom = type === 'score' && number !== null;
  const instruction = INSTRUCTIONS.find(({ reference }) => reference === control.description.all)?.name;
  const attributes = [
    `type="${typeOf(control)}"`,
    ...(isRandom ? ['randomOrder="true"'] : []),
    ...(instruction === undefined ? [] : [`specialInstruction="${instruction}"`]),
  ];
  const text = labels === 'code' ? control.code : number;
  return [
    `      <CourseControl ${attributes.join(' ')}>`,
    `        <Control>${escapeXml(ids.get(control.id) ?? '')}</Control>`,
    ...(text === null || number === null ? [] : [`        <MapText>${escapeXml(String(text))}</MapText>`]),
    ...numberLocationLines(courseControl, control),
    ...(legLength === undefined ? [] : [`        <LegLength>${Math.round(legLength)}</LegLength>`]),
    ...(courseControl.points === null
      ? []
      : [`        <Score>${formatDecimal(courseControl.points)}</Score>`]),
    '      </CourseControl>',
  ];
}

function numberLocationLines(courseControl: CourseControl, control: Control): readonly string[] {
  const offset = courseControl.numberLocation ?? control.numberLocation;
  if (offset === null) return [];
  return [`        <MapTextPosition x="${round(offset.x, 2)}" y="${round(0 - offset.y, 2)}" unit="mm"/>`];
}

/** A map exchange at a control: the control again as a start, as other programs write it. */
function exchangeLines(
  { control, courseControl }: CourseStop,
  at: number,
  stops: readonly CourseStop[],
  ids: ReadonlyMap<string, string>,
): readonly string[] {
  if (courseControl.mapExchange === null || at === 0 || at === stops.length - 1) return [];
  return [
    '      <CourseControl type="Start">',
    `        <Control>${escapeXml(ids.get(control.id) ?? '')}</Control>`,
    '        <LegLength>0</LegLength>',
    '      </CourseControl>',
  ];
}

function classLines(course: Course, fileCourses: readonly FileCourse[]): readonly string[] {
  const [written] = fileCourses.filter((each) => each.course === course);
  if (written === undefined) return [];
  const names = course.subtitle
    .split(/[,，;；、]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.flatMap((name) => [
    '    <ClassCourseAssignment>',
    `      <ClassName>${escapeXml(name)}</ClassName>`,
    ...courseReference(written),
    '    </ClassCourseAssignment>',
  ]);
}

/** A course by its name, or all its variations by their family. */
function courseReference({ course, code, name }: FileCourse): readonly string[] {
  return code === ''
    ? [`      <CourseName>${escapeXml(name)}</CourseName>`]
    : [`      <CourseFamily>${escapeXml(course.name)}</CourseFamily>`];
}

function personLines(name: string, courseId: string, fileCourses: readonly FileCourse[]): readonly string[] {
  const written = fileCourses.find(({ course }) => course.id === courseId);
  if (written === undefined) return [];
  return [
    '    <PersonCourseAssignment>',
    `      <PersonName>${escapeXml(name)}</PersonName>`,
    ...courseReference(written),
    '    </PersonCourseAssignment>',
  ];
}

function teamLines(course: Course, fileCourses: readonly FileCourse[]): readonly string[] {
  const names = new Map(
    fileCourses.filter((each) => each.course === course).map(({ code, name }) => [code, name]),
  );
  if (course.relay === null || names.size < 2) return [];
  return assignRelayTeams(course.controls, course.relay).flatMap(({ team, legs }) => [
    '    <TeamCourseAssignment>',
    `      <BibNumber>${team}</BibNumber>`,
    ...legs.flatMap(({ code }, leg) => {
      const name = names.get(code);
      if (name === undefined) return [];
      return [
        '      <TeamMemberCourseAssignment>',
        `        <Leg>${leg + 1}</Leg>`,
        `        <CourseName>${escapeXml(name)}</CourseName>`,
        `        <CourseFamily>${escapeXml(course.name)}</CourseFamily>`,
        '      </TeamMemberCourseAssignment>',
      ];
    }),
    '    </TeamCourseAssignment>',
  ]);
}

function round(value: number, decimals: number): string {
  return formatDecimal(Number(value.toFixed(decimals)) + 0);
}
