import type { Position } from '../fences/fence-shape.ts';

/**
 * An orienteering event: its settings and four lists of objects, whose ids are unique in their list. All positions are WGS-84
 * (or, between a file and its conversion, millimetres on the map's paper, x to the right and y up).
 */
export interface CourseEvent extends EventSettings {
  readonly controls: readonly Control[];
  readonly courses: readonly Course[];
  readonly legs: readonly Leg[];
  readonly people: readonly Person[];
}

/** The kinds of objects of an event. */
export const OBJECT_KINDS = ['control', 'course', 'leg', 'person'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export const DEFAULT_EVENT_NAME = 'New training';
export const DEFAULT_COURSE_NAME = 'New course';
/** Denominator of the map scale. */
export const DEFAULT_MAP_SCALE = 15_000;
/** The entered length of a new course, metres. */
export const DEFAULT_COURSE_LENGTH = 10_000;
/** Control codes start here (IOF competition rules for foot orienteering, 19.4: codes are not less than 31). */
export const DEFAULT_FIRST_CODE = 31;

export interface EventSettings {
  readonly name: string;
  /** The map that courses are drawn on; null: base map only. */
  readonly map: EventMap | null;
  /** Denominator: 15000 for 1:15,000. */
  readonly mapScale: number;
  /** Denominator for printing all controls. */
  readonly printScale: number;
  /** Codes of new controls count up from here. */
  readonly firstCode: number;
  /** `YYYY-MM-DD`; null if not scheduled. */
  readonly date: string | null;
  readonly place: string;
  readonly notes: string;
}

export interface EventMap {
  readonly kind: 'raceLayer' | 'ocad';
  readonly id: number;
  readonly name: string;
}

export const CONTROL_KINDS = ['start', 'finish', 'other'] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

/** Points of a course that are not punched. */
export const SPECIAL_KINDS = ['crossing-point', 'map-issue', 'map-exchange'] as const;
export type SpecialKind = (typeof SPECIAL_KINDS)[number];

/** The columns of a control description that describe the control (IOF control descriptions 2018). */
export const DESCRIPTION_COLUMNS = ['C', 'D', 'E', 'F', 'G', 'H'] as const;
export type DescriptionColumn = (typeof DESCRIPTION_COLUMNS)[number];
/**
 * References of IOF symbols, such as `0.1N` in C and `2.4` in D. F may have a dimension as text, such as `2.5`. `all`: a symbol
 * over all columns, for finishes and crossing points.
 */
export type ControlDescription = { readonly [Column in DescriptionColumn | 'all']?: string | undefined };

/** Millimetres on paper from the center of a control: x to the right, y up. */
export interface PaperOffset {
  readonly x: number;
  readonly y: number;
}

export interface Control {
  readonly id: string;
  readonly kind: ControlKind;
  /** For `other`: null for a control with a code. */
  readonly special: SpecialKind | null;
  /** Unique in an event; null for starts, finishes and special points. */
  readonly code: string | null;
  readonly coordinates: Position;
  readonly description: ControlDescription;
  /** Center of the number, set by hand; null: placed automatically. */
  readonly numberLocation: PaperOffset | null;
  /** Omitted sections of the circle, in degrees counter-clockwise from the right. */
  readonly circleGaps: readonly { readonly from: number; readonly to: number }[];
}

/** A line between two controls that is not straight, or has gaps. It applies to all courses. */
export interface Leg {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly bends: readonly Position[];
  /** Omitted sections: millimetres on the map's paper along the line from its start. */
  readonly gaps: readonly { readonly start: number; readonly length: number }[];
}

export const COURSE_TYPES = ['normal', 'score'] as const;
export type CourseType = (typeof COURSE_TYPES)[number];

/** What is printed next to the circles. */
export const LABEL_KINDS = [
  'sequence',
  'code',
  'sequence-and-code',
  'sequence-and-score',
  'code-and-score',
  'score',
] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

export interface Course {
  readonly id: string;
  readonly name: string;
  readonly type: CourseType;
  readonly controls: readonly CourseControl[];
  /** Entered by the planner, metres; `measureCourse` gives the measured one. */
  readonly length: number;
  /** Metres; null if unknown. */
  readonly climb: number | null;
  /** Denominator; null: that of the event. */
  readonly mapScale: number | null;
  /** Denominator; null: the map scale. */
  readonly printScale: number | null;
  readonly labels: LabelKind;
  /** Classes and other remarks below the name. */
  readonly subtitle: string;
  /** Seconds; for score courses. */
  readonly timeLimit: number | null;
  /** For courses with forks. */
  readonly relay: { readonly teams: number; readonly legs: number } | null;
}

export const MAP_EXCHANGES = ['exchange', 'flip'] as const;

export interface CourseControl {
  /** Unique in the course, including all branches: a control may occur several times. */
  readonly id: string;
  readonly control: string;
  /** For score courses. */
  readonly points: number | null;
  /** The runner changes or turns the map here. */
  readonly mapExchange: (typeof MAP_EXCHANGES)[number] | null;
  /** Overrides that of the control in this course. */
  readonly numberLocation: PaperOffset | null;
  readonly variation: Variation | null;
}

/**
 * Branches that begin at a course control. Of a fork the runner takes one, and continues with the next course control. Of loops
 * they take all, in any order, each back to this control.
 */
export interface Variation {
  readonly kind: 'fork' | 'loop';
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** Unique among the branches of the course. */
  readonly id: string;
  /** May be empty in a fork: the direct leg. */
  readonly controls: readonly CourseControl[];
}

export const PERSON_ROLES = ['PLAYER', 'WORKER', 'HELPER'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly phone: string;
  /** Ids of courses: those that a player runs, or a worker is responsible for. */
  readonly courses: readonly string[];
}

/** A course with everything that it refers to, which no edit changes. Races use these. */
export interface FrozenCourse {
  readonly settings: EventSettings;
  readonly course: Course;
  readonly controls: readonly Control[];
  readonly legs: readonly Leg[];
}

/** The settings of a new event. */
export const NEW_EVENT: EventSettings = {
  name: DEFAULT_EVENT_NAME,
  map: null,
  mapScale: DEFAULT_MAP_SCALE,
  printScale: DEFAULT_MAP_SCALE,
  firstCode: DEFAULT_FIRST_CODE,
  date: null,
  place: '',
  notes: '',
};

/** A new course without controls. */
export function newCourse(id: string, type: CourseType = 'normal'): Course {
  return {
    id,
    name: DEFAULT_COURSE_NAME,
    type,
    controls: [],
    length: DEFAULT_COURSE_LENGTH,
    climb: null,
    mapScale: null,
    printScale: null,
    labels: type === 'score' ? 'score' : 'sequence',
    subtitle: '',
    timeLimit: null,
    relay: null,
  };
}

/** A new control without description. */
export function newControl(
  id: string,
  coordinates: Position,
  kind: ControlKind,
  code: string | null,
): Control {
  return {
    id,
    kind,
    special: null,
    code,
    coordinates,
    description: {},
    numberLocation: null,
    circleGaps: [],
  };
}

/** A visit of a control without anything else. */
export function newCourseControl(id: string, control: string): CourseControl {
  return { id, control, points: null, mapExchange: null, numberLocation: null, variation: null };
}

/** Whether a control has a code and a number: it is neither start nor finish nor a special point. */
export function isPunched({ kind, special }: Pick<Control, 'kind' | 'special'>): boolean {
  return kind === 'other' && special === null;
}

/** The scales of a course: its own, or those of its event. */
export function scalesOf(
  event: Pick<EventSettings, 'mapScale'>,
  course: Pick<Course, 'mapScale' | 'printScale'>,
): { readonly mapScale: number; readonly printScale: number } {
  const mapScale = course.mapScale ?? event.mapScale;
  return { mapScale, printScale: course.printScale ?? mapScale };
}

/** Applies a function to every position of an event. */
export function mapPositions(event: CourseEvent, convert: (position: Position) => Position): CourseEvent {
  return {
    ...event,
    controls: event.controls.map((control) => ({ ...control, coordinates: convert(control.coordinates) })),
    legs: event.legs.map((leg) => ({ ...leg, bends: leg.bends.map(convert) })),
  };
}
