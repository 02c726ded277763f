import type { Course, CourseControl } from './event.ts';

/** Every course control of a list, including the ones in branches, depth first. */
export function* allCourseControls(controls: readonly CourseControl[]): Generator<CourseControl> {
  for (const courseControl of controls) {
    yield courseControl;
    for (const branch of courseControl.variation?.branches ?? []) yield* allCourseControls(branch.controls);
  }
}

/** The courses that use a control, in their order. */
export function coursesUsing(courses: readonly Course[], controlId: string): readonly Course[] {
  return courses.filter(({ controls }) => {
    for (const { control } of allCourseControls(controls)) if (control === controlId) return true;
    return false;
  });
}

/** How many courses use each control that any of them uses. */
export function countUses(courses: readonly Course[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const course of courses)
    for (const control of usedControls(course)) counts.set(control, (counts.get(control) ?? 0) + 1);
  return counts;
}

/** By course: courses are never changed, and most of them stay while an event is edited. */
const used = new WeakMap<Course, ReadonlySet<string>>();

function usedControls(course: Course): ReadonlySet<string> {
  const known = used.get(course);
  if (known !== undefined) return known;
  const controls = new Set<string>();
  for (const { control } of allCourseControls(course.controls)) controls.add(control);
  used.set(course, controls);
  return controls;
}

/** Removes a control from a list of course controls and its branches. */
export function withoutControl(
  controls: readonly CourseControl[],
  controlId: string,
): readonly CourseControl[] {
  return controls
    .filter(({ control }) => control !== controlId)
    .map((courseControl) =>
      courseControl.variation === null
        ? courseControl
        : {
            ...courseControl,
            variation: {
              ...courseControl.variation,
              branches: courseControl.variation.branches.map((branch) => ({
                ...branch,
                controls: withoutControl(branch.controls, controlId),
              })),
            },
          },
    );
}
