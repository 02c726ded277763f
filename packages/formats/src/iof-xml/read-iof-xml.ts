import {
  type Control,
  type Course,
  type CourseControl,
  type CourseEvent,
  isPunched,
  NEW_EVENT,
  newControl,
  newCourse,
  newCourseControl,
  type Person,
} from '@wakeline/domain/courses/event';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { type CourseFile, CourseFileError, type IgnoredContent } from '../courses/course-file.ts';
import { readXmlFile } from '../courses/read-xml-file.ts';
import { attributeOf, childElements, firstChild, textOf, type XmlNode } from '../xml-document.ts';
import { positionsOf } from './control-positions.ts';
import { decimal } from './decimal.ts';
import { INSTRUCTIONS } from './instructions.ts';

/**
 * Reads course data of IOF XML 3.0 (IOF Interface Standard 3.0, element `CourseData`). Of several races the first one is read.
 *
 * Known deviations of programs: decimal commas; metres of a grid in place of degrees; a `Start` within a course for a map exchange.
 *
 * @throws CourseFileError
 */
export function* readIofXml(bytes: Uint8Array): Generator<void, CourseFile> {
  const { root } = yield* readXmlFile(bytes, ['CourseData']);
  // Version 2 has an element of this name, too, with other contents.
  if (attributeOf(root, 'iofVersion')?.trim() !== '3.0') throw new CourseFileError('version', root.line);
  const [race, ...otherRaces] = childElements(root, 'RaceCourseData');
  if (race === undefined) throw new CourseFileError('empty');
  const ignored = new IgnoredElements();
  ignored.add('RaceCourseData', otherRaces.length);
  const { positions, unit, isUpward } = positionsOf(race);
  if (positions.size === 0) throw new CourseFileError('empty');
  const reader = new RaceReader(race, { positions, isUpward, ignored });
  const event = reader.read(firstChild(root, 'Event'));
  return { event, unit, ignored: ignored.list() };
}

class IgnoredElements {
  readonly #counts = new Map<string, number>();

  add(element: string, count: number): void {
    if (count > 0) this.#counts.set(element, (this.#counts.get(element) ?? 0) + count);
  }

  list(): readonly IgnoredContent[] {
    return [...this.#counts].map(([element, count]) => ({ element, count }));
  }
}

interface RaceContext {
  /** By the id in the file. */
  readonly positions: ReadonlyMap<string, Position>;
  /** Whether y of the map increases upwards. */
  readonly isUpward: boolean;
  readonly ignored: IgnoredElements;
}

/** A course control of the file. */
interface FileStop {
  readonly node: XmlNode;
  readonly id: string;
  readonly type: string;
}

class RaceReader {
  readonly #race: XmlNode;
  readonly #context: RaceContext;
  readonly #types = new Map<string, string>();
  /** Ids of controls with which a course begins, and of all that courses visit. */
  readonly #firstIds = new Set<string>();
  readonly #visitedIds = new Set<string>();
  /** Objects of the event by the id in the file. */
  readonly #controls = new Map<string, Control>();

  constructor(race: XmlNode, context: RaceContext) {
    this.#race = race;
    this.#context = context;
  }

  read(settings: XmlNode | null): CourseEvent {
    for (const node of childElements(this.#race, 'Control')) {
      this.#types.set(textOf(firstChild(node, 'Id')).trim(), attributeOf(node, 'type') ?? 'Control');
      this.#context.ignored.add('Name', childElements(node, 'Name').length);
      this.#context.ignored.add('PunchingUnitId', childElements(node, 'PunchingUnitId').length);
    }
    const courseNodes = childElements(this.#race, 'Course');
    const lists = courseNodes.map((node) =>
      childElements(node, 'CourseControl').map((each) => this.#readStop(each)),
    );
    for (const list of lists) {
      for (const { id } of list.slice(0, 1)) this.#firstIds.add(id);
      for (const { id } of list) this.#visitedIds.add(id);
    }
    this.#createControls();
    const courses = courseNodes.map((node, index) => this.#readCourse(node, lists[index] ?? [], index));
    const mapScale = Math.round(
      decimal(textOf(this.#child(this.#race, 'Map', 'Scale'))) ?? NEW_EVENT.mapScale,
    );
    return {
      ...NEW_EVENT,
      name: textOf(settings && firstChild(settings, 'Name')).trim() || NEW_EVENT.name,
      date: dateOf(this.#child(settings, 'StartTime', 'Date')),
      mapScale,
      printScale: mapScale,
      controls: [...this.#controls.values()],
      courses: this.#withClasses(courses),
      legs: [],
      people: this.#readPeople(courses),
    };
  }

  #child(node: XmlNode | null, first: string, second: string): XmlNode | null {
    const child = node === null ? null : firstChild(node, first);
    return child === null ? null : firstChild(child, second);
  }

  #readStop(node: XmlNode): FileStop {
    const alternatives = childElements(node, 'Control');
    const id = textOf(alternatives[0] ?? null).trim();
    if (!this.#context.positions.has(id)) throw new CourseFileError('missing', node.line);
    this.#context.ignored.add('Control', alternatives.length - 1);
    return { node, id, type: attributeOf(node, 'type') ?? this.#types.get(id) ?? 'Control' };
  }

  #createControls(): void {
    let number = 0;
    for (const [fileId, coordinates] of this.#context.positions) {
      number += 1;
      const id = `c${number}`;
      const type = this.#types.get(fileId) ?? 'Control';
      if (type === 'Finish') {
        this.#controls.set(fileId, newControl(id, coordinates, 'finish', null));
      } else if (type === 'Start') {
        // A start within a course only is a map exchange.
        const isExchange = this.#visitedIds.has(fileId) && !this.#firstIds.has(fileId);
        const control = newControl(id, coordinates, isExchange ? 'other' : 'start', null);
        this.#controls.set(fileId, { ...control, special: isExchange ? 'map-exchange' : null });
      } else if (type === 'Control') {
        this.#controls.set(fileId, newControl(id, coordinates, 'other', fileId));
      } else {
        this.#controls.set(fileId, {
          ...newControl(id, coordinates, 'other', null),
          special: 'crossing-point',
        });
      }
    }
  }

  #readCourse(node: XmlNode, stops: readonly FileStop[], index: number): Course {
    const { ignored } = this.#context;
    ignored.add('CourseFamily', childElements(node, 'CourseFamily').length);
    const controls: CourseControl[] = [];
    for (const [at, stop] of stops.entries()) {
      const control = this.#controls.get(stop.id);
      if (control === undefined) continue;
      const previous = controls.at(-1);
      if (at > 0 && stop.type === 'Start' && control.special !== 'map-exchange' && previous !== undefined) {
        // The map is exchanged at the control before: some programs repeat the start there.
        controls.splice(-1, 1, { ...previous, mapExchange: 'exchange' });
        continue;
      }
      this.#addInstruction(stop);
      controls.push({
        ...newCourseControl(`v${at + 1}`, control.id),
        points: decimal(textOf(firstChild(stop.node, 'Score'))),
        numberLocation: this.#numberLocationOf(stop.node),
      });
    }
    const type = isRandomOrder(stops, this.#controls) ? 'score' : 'normal';
    const course = newCourse(`k${index + 1}`, type);
    const length = decimal(textOf(firstChild(node, 'Length')));
    return {
      ...course,
      name: textOf(firstChild(node, 'Name')).trim() || course.name,
      controls,
      length: length === null ? course.length : Math.round(length),
      climb: decimal(textOf(firstChild(node, 'Climb'))),
    };
  }

  /** Special instructions become the description of finishes and crossing points. */
  #addInstruction({ node, id }: FileStop): void {
    const instruction = attributeOf(node, 'specialInstruction');
    if (instruction === null || instruction === 'None') return;
    const control = this.#controls.get(id);
    const known = INSTRUCTIONS.find(
      ({ name, kind }) =>
        name === instruction && (kind === 'finish' ? control?.kind === 'finish' : control?.special === kind),
    );
    if (control === undefined || known === undefined) this.#context.ignored.add('specialInstruction', 1);
    else this.#controls.set(id, { ...control, description: { all: known.reference } });
  }

  #numberLocationOf(node: XmlNode): CourseControl['numberLocation'] {
    const text = firstChild(node, 'MapTextPosition');
    const [x, y] = [decimal(attributeOf(text, 'x') ?? ''), decimal(attributeOf(text, 'y') ?? '')];
    if (x === null || y === null || attributeOf(text, 'unit') === 'px') return null;
    return { x, y: this.#context.isUpward ? y : -y };
  }

  /** Classes become the subtitle of their course. */
  #withClasses(courses: readonly Course[]): readonly Course[] {
    const classes = new Map<string, string[]>();
    for (const node of childElements(this.#race, 'ClassCourseAssignment')) {
      const [name, courseName] = [
        textOf(firstChild(node, 'ClassName')),
        textOf(firstChild(node, 'CourseName')),
      ];
      if (courseName.trim() === '') this.#context.ignored.add('ClassCourseAssignment', 1);
      else classes.set(courseName.trim(), [...(classes.get(courseName.trim()) ?? []), name.trim()]);
    }
    return courses.map((course) => ({ ...course, subtitle: (classes.get(course.name) ?? []).join(', ') }));
  }

  #readPeople(courses: readonly Course[]): readonly Person[] {
    const people = new Map<string, Person>();
    for (const node of childElements(this.#race, 'PersonCourseAssignment')) {
      const name = textOf(firstChild(node, 'PersonName')).trim();
      const courseName = textOf(firstChild(node, 'CourseName')).trim();
      const course = courses.find((each) => each.name === courseName);
      if (name === '' || course === undefined) {
        this.#context.ignored.add('PersonCourseAssignment', 1);
        continue;
      }
      const person = people.get(name) ?? {
        id: `p${people.size + 1}`,
        name,
        role: 'PLAYER',
        phone: '',
        courses: [],
      };
      people.set(name, { ...person, courses: [...new Set([...person.courses, course.id])] });
    }
    this.#context.ignored.add(
      'TeamCourseAssignment',
      childElements(this.#race, 'TeamCourseAssignment').length,
    );
    return [...people.values()];
  }
}

/** Whether all controls between start and finish may be visited in any order. */
function isRandomOrder(stops: readonly FileStop[], controls: ReadonlyMap<string, Control>): boolean {
  const punched = stops.filter(({ id }) => {
    const control = controls.get(id);
    return control !== undefined && isPunched(control);
  });
  return (
    punched.length > 0 &&
    punched.every(({ node }) => /^(true|1)$/.test(attributeOf(node, 'randomOrder') ?? ''))
  );
}

function dateOf(node: XmlNode | null): string | null {
  return /^\s*(\d{4}-\d{2}-\d{2})/.exec(textOf(node))?.[1] ?? null;
}
