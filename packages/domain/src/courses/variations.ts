import type { Branch, Course, CourseControl, Variation } from './event.ts';

/** One way through a course. */
export interface CourseVariation {
  /** The letters of the branches in running order, such as `AC`; empty for a course without variations. */
  readonly code: string;
  /** In running order. The control where loops begin occurs again after each of them. */
  readonly controls: readonly CourseControl[];
}

export interface CourseVariations {
  readonly list: readonly CourseVariation[];
  /** The number of variations, which may be more than are listed. */
  readonly total: number;
}

/** Maximum number of variations that are listed. */
export const MAX_VARIATIONS = 1000;

/**
 * All ways through a course: one branch of each fork, the loops in every order. They are in alphabetical order of their codes as
 * long as there are at most 26 branches.
 */
export function variations(course: Pick<Course, 'controls'>): CourseVariations {
  const letters = branchLetters(course.controls);
  const list: CourseVariation[] = [];
  for (const { branches, controls } of expand(splitAtVariations(course.controls), 0)) {
    list.push({ code: branches.map(({ id }) => letters.get(id) ?? '').join(''), controls });
    if (list.length === MAX_VARIATIONS) break;
  }
  return { list, total: countVariations(course.controls) };
}

/** The number of variations, without listing them. */
export function countVariations(controls: readonly CourseControl[]): number {
  let count = 1;
  for (const { variation } of controls) {
    if (variation === null) continue;
    const counts = variation.branches.map((branch) => countVariations(branch.controls));
    count *=
      variation.kind === 'fork'
        ? counts.reduce((sum, branchCount) => sum + branchCount, 0)
        : counts.reduce((product, branchCount) => product * branchCount, factorial(counts.length));
  }
  return count;
}

/** Chooses the branches of a variation, in running order: one of a fork, all of loops. */
export type BranchChooser = (courseControl: CourseControl, variation: Variation) => readonly Branch[];

/** The variation that results from the choice at each fork and loop. */
export function chooseVariation(controls: readonly CourseControl[], choose: BranchChooser): CourseVariation {
  const letters = branchLetters(controls);
  const sequence: CourseControl[] = [];
  let code = '';
  const walk = (list: readonly CourseControl[]): void => {
    for (const courseControl of list) {
      sequence.push(courseControl);
      const { variation } = courseControl;
      if (variation === null) continue;
      for (const branch of choose(courseControl, variation)) {
        code += letters.get(branch.id) ?? '';
        walk(branch.controls);
        if (variation.kind === 'loop') sequence.push(courseControl);
      }
    }
  };
  walk(controls);
  return { code, controls: sequence };
}

/** The letter of each branch by its id: forks and loops in their order along the course, then the ones inside them. */
export function branchLetters(controls: readonly CourseControl[]): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  let level: readonly (readonly CourseControl[])[] = [controls];
  while (level.length > 0) {
    const branches = level.flat().flatMap(({ variation }) => variation?.branches ?? []);
    for (const { id } of branches) letters.set(id, letterAt(letters.size));
    level = branches.map((branch) => branch.controls);
  }
  return letters;
}

/** A to Z, a to z, then a number in parentheses. */
function letterAt(index: number): string {
  if (index < 26) return String.fromCharCode(65 + index);
  return index < 52 ? String.fromCharCode(97 + index - 26) : `(${index + 1})`;
}

/** Course controls up to and including one with a variation, or up to the end. */
interface Section {
  readonly controls: readonly CourseControl[];
  readonly variation: Variation | null;
}

function splitAtVariations(controls: readonly CourseControl[]): readonly Section[] {
  const sections: Section[] = [];
  let from = 0;
  for (const [index, { variation }] of controls.entries()) {
    if (variation === null) continue;
    sections.push({ controls: controls.slice(from, index + 1), variation });
    from = index + 1;
  }
  return [...sections, { controls: controls.slice(from), variation: null }];
}

interface Expansion {
  readonly branches: readonly Branch[];
  readonly controls: readonly CourseControl[];
}

function* expand(sections: readonly Section[], from: number): Generator<Expansion> {
  const section = sections[from];
  if (section === undefined) {
    yield { branches: [], controls: [] };
    return;
  }
  for (const own of expandVariation(section)) {
    for (const rest of expand(sections, from + 1)) {
      yield {
        branches: [...own.branches, ...rest.branches],
        controls: [...section.controls, ...own.controls, ...rest.controls],
      };
    }
  }
}

/** The controls after the section's last one that its variation adds. */
function* expandVariation({ controls, variation }: Section): Generator<Expansion> {
  const center = controls.at(-1);
  if (variation === null || center === undefined) {
    yield { branches: [], controls: [] };
  } else if (variation.kind === 'fork') {
    for (const branch of variation.branches) yield* expandBranch(branch);
  } else {
    yield* expandLoops(center, variation.branches);
  }
}

function* expandBranch(branch: Branch): Generator<Expansion> {
  for (const inner of expand(splitAtVariations(branch.controls), 0))
    yield { branches: [branch, ...inner.branches], controls: inner.controls };
}

function* expandLoops(center: CourseControl, branches: readonly Branch[]): Generator<Expansion> {
  if (branches.length === 0) {
    yield { branches: [], controls: [] };
    return;
  }
  for (const [index, branch] of branches.entries()) {
    for (const loop of expandBranch(branch)) {
      for (const rest of expandLoops(center, branches.toSpliced(index, 1)))
        yield {
          branches: [...loop.branches, ...rest.branches],
          controls: [...loop.controls, center, ...rest.controls],
        };
    }
  }
}

export function factorial(count: number): number {
  let product = 1;
  for (let factor = 2; factor <= count; factor += 1) product *= factor;
  return product;
}
