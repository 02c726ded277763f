import { courseStops } from '@wakeline/domain/courses/course-stops';
import type { Course } from '@wakeline/domain/courses/event';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventIndex, usePlannerState } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import { BranchList } from './branch-list.tsx';
import { CourseVisit } from './course-visit.tsx';
import styles from './panels.module.css';

/** The running order of a course, with its forks and loops. */
export function CourseVisits({ course }: { readonly course: Course }) {
  const { t } = useTranslation('coursePlanner');
  const index = useEventIndex();
  const nameOf = useControlName();
  const insertAfter = usePlannerState((state) => state.insertAfter);
  const selected = usePlannerState(({ selection }) => (selection?.kind === 'control' ? selection.id : null));
  const stops = useMemo(() => courseStops(index, course.controls), [index, course]);
  const lengths = useMemo(
    () => new Map(measureCourse(index, stops).legs.map(({ to, length }) => [to.courseControl.id, length])),
    [index, stops],
  );
  if (course.controls.length === 0) return <p className={styles.empty}>{t('visit.none')}</p>;
  const isScore = course.type === 'score';
  return (
    <ol className={styles.list} aria-label={t('visit.list')}>
      {stops.map(({ courseControl, control, number }, at) => (
        <CourseVisit
          key={courseControl.id}
          courseId={course.id}
          courseControl={courseControl}
          name={nameOf(control)}
          number={isScore ? null : number}
          // Metres, so that a row is rendered again only if its text changes.
          length={isScore ? null : roundLength(lengths.get(courseControl.id))}
          type={course.type}
          isNumbered={number !== null}
          isFirst={at === 0}
          isLast={at === course.controls.length - 1}
          isNext={insertAfter === courseControl.id}
          selected={control.id === selected}
        >
          {courseControl.variation === null ? null : (
            <BranchList courseId={course.id} visitId={courseControl.id} variation={courseControl.variation} />
          )}
        </CourseVisit>
      ))}
    </ol>
  );
}

function roundLength(metres: number | undefined): number | null {
  return metres === undefined ? null : Math.round(metres);
}
