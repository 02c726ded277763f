import { allCourseControls } from '@wakeline/domain/courses/course-controls';
import type { Course, CourseControl, CourseEvent, Variation } from '@wakeline/domain/courses/event';
import { CourseFileError } from '../courses/course-file.ts';

/** An element of the linked list. */
export interface ListedCourseControl {
  /** Ids of the file. */
  readonly id: string;
  readonly control: string;
  readonly next: string | null;
  readonly variation: {
    readonly kind: Variation['kind'];
    readonly end: string;
    readonly ids: readonly string[];
  } | null;
  readonly source: CourseControl;
}

interface FlattenContext {
  readonly base: CourseEvent;
  readonly courseIds: ReadonlyMap<string, string>;
  readonly controlIds: ReadonlyMap<string, string>;
  /** Ids of all elements of the document. */
  readonly elements: readonly string[];
}

/**
 * The elements of each course by its id in the event, the first one first. Course controls that the file has for the same course
 * keep their ids.
 *
 * @throws CourseFileError `join`
 */
export function flattenCourses(
  courses: readonly Course[],
  { base, courseIds, controlIds, elements }: FlattenContext,
): ReadonlyMap<string, readonly ListedCourseControl[]> {
  const known = new Map(base.courses.map((course) => [course.id, elementIds(course)]));
  let highest = elements.reduce((max, id) => Math.max(max, Number(id)), 0);
  const nextId = (): string => String(++highest);
  return new Map(
    courses.map((course) => {
      const ids = new IdAssignment(known.get(courseIds.get(course.id) ?? '') ?? new Set(), nextId);
      const flattener = new CourseFlattener(ids, controlIds);
      flattener.addList(course.controls, null);
      return [course.id, flattener.inOrder()];
    }),
  );
}

/** Ids of course controls and branches. */
export function elementIds({ controls }: Course): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { id, variation } of allCourseControls(controls)) {
    ids.add(id);
    for (const branch of variation?.branches ?? []) ids.add(branch.id);
  }
  return ids;
}

class IdAssignment {
  readonly #known: ReadonlySet<string>;
  readonly #nextId: () => string;
  readonly #taken = new Set<string>();

  constructor(known: ReadonlySet<string>, nextId: () => string) {
    this.#known = known;
    this.#nextId = nextId;
  }

  take(id: string): string {
    const assigned = this.#known.has(id) && !this.#taken.has(id) ? id : this.#nextId();
    this.#taken.add(assigned);
    return assigned;
  }
}

class CourseFlattener {
  readonly #ids: IdAssignment;
  readonly #controlIds: ReadonlyMap<string, string>;
  readonly #listed: ListedCourseControl[] = [];
  #firstId: string | null = null;

  constructor(ids: IdAssignment, controlIds: ReadonlyMap<string, string>) {
    this.#ids = ids;
    this.#controlIds = controlIds;
  }

  /** The elements, the first of the course first. */
  inOrder(): readonly ListedCourseControl[] {
    const first = this.#listed.find(({ id }) => id === this.#firstId);
    return first === undefined ? [] : [first, ...this.#listed.filter((listed) => listed !== first)];
  }

  /** Adds a list that continues at the element `after`; returns the id of its first element. */
  addList(controls: readonly CourseControl[], after: string | null): string | null {
    const ids = controls.map(({ id }) => this.#ids.take(id));
    this.#firstId ??= ids[0] ?? null;
    for (const [index, source] of controls.entries())
      this.#addCourseControl(source, ids[index] ?? '', ids[index + 1] ?? after);
    return ids[0] ?? after;
  }

  #addCourseControl(source: CourseControl, id: string, next: string | null): void {
    const control = this.#controlIds.get(source.control);
    if (control === undefined) throw new CourseFileError('missing');
    const { variation } = source;
    if (variation === null || variation.branches.length === 0)
      this.#listed.push({ id, control, next, variation: null, source });
    else if (variation.kind === 'loop') this.#addLoops({ source, id, control, next }, variation);
    else this.#addFork({ source, id, control, next }, variation);
  }

  #addLoops({ source, id, control, next }: Element, { branches }: Variation): void {
    const branchIds = branches.map((branch) => this.#ids.take(branch.id));
    const variation = { kind: 'loop' as const, end: id, ids: [id, ...branchIds] };
    this.#listed.push({ id, control, next, variation, source });
    for (const [index, branch] of branches.entries())
      this.#listed.push({
        id: branchIds[index] ?? '',
        control,
        next: this.addList(branch.controls, id),
        variation,
        source,
      });
  }

  #addFork({ source, id, control, next }: Element, { branches }: Variation): void {
    if (next === null) throw new CourseFileError('join');
    // The course control is itself the element of one of its branches.
    const own = Math.max(
      0,
      branches.findIndex((branch) => branch.id === source.id),
    );
    const branchIds = branches.map((branch, index) => (index === own ? id : this.#ids.take(branch.id)));
    const variation = { kind: 'fork' as const, end: next, ids: branchIds };
    for (const [index, branch] of branches.entries())
      this.#listed.push({
        id: branchIds[index] ?? '',
        control,
        next: this.addList(branch.controls, next),
        variation,
        source,
      });
  }
}

interface Element {
  readonly source: CourseControl;
  readonly id: string;
  readonly control: string;
  readonly next: string | null;
}
