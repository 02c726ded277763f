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
