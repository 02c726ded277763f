import { IconPlus } from '@tabler/icons-react';
import { courseStops } from '@wakeline/domain/courses/course-stops';
import { type Course, type CourseType, newCourse } from '@wakeline/domain/courses/event';
import type { EventIndex } from '@wakeline/domain/courses/event-index';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { chooseVariation } from '@wakeline/domain/courses/variations';
import { Button, Dropdown } from 'antd';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { newId } from '../new-id.ts';
import { useEventIndex, usePlanner } from '../planner-context.ts';
import styles from './panels.module.css';

/** The courses of the event, and all controls. */
export function CoursesPanel() {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit, courseId, showCourse } = usePlanner();
  const index = useEventIndex();
  const { courses, controls } = index.event;
  const lengths = useMemo(() => lengthsOf(index), [index]);

  function add(type: CourseType): void {
    const course = newCourse(newId(), type);
    const name = nextName(course.name, courses);
    planner.run([{ kind: 'course', id: course.id, before: null, after: { ...course, name } }]);
    showCourse(course.id);
  }

  return (
    <>
      {canEdit && (
        <div className={styles.bar}>
          <Dropdown
            menu={{
              items: (['normal', 'score'] as const).map((type) => ({
                key: type,
                label: t(`course.type.${type}`),
                onClick: () => add(type),
              })),
            }}
            trigger={['click']}
          >
            <Button size="small" type="primary" icon={<IconPlus size={16} />}>
              {t('course.add')}
            </Button>
          </Dropdown>
        </div>
      )}
      <ul className={styles.list}>
        <li data-selected={courseId === null}>
          <button type="button" aria-pressed={courseId === null} onClick={() => showCourse(null)}>
            <span className={styles.name}>{t('course.all')}</span>
            <span className={styles.muted}>{t('course.controls', { count: controls.length })}</span>
          </button>
        </li>
        {courses.map((course) => (
          <CourseRow
            key={course.id}
            id={course.id}
            name={course.name}
            length={lengths.get(course) ?? null}
            selected={course.id === courseId}
            onShow={showCourse}
          />
        ))}
      </ul>
      {courses.length === 0 && <p className={styles.empty}>{t('course.none')}</p>}
    </>
  );
}

interface CourseRowProps {
  readonly id: string;
  readonly name: string;
  /** Metres; null: a score course. */
  readonly length: number | null;
  readonly selected: boolean;
  readonly onShow: (courseId: string) => void;
}

const CourseRow = memo(function CourseRow({ id, name, length, selected, onShow }: CourseRowProps) {
  const { t } = useTranslation('coursePlanner');
  return (
    <li data-selected={selected}>
      <button type="button" aria-pressed={selected} onClick={() => onShow(id)}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.muted}>
          {length === null ? t('course.type.score') : <Value quantity={formatDistance(length)} />}
        </span>
      </button>
    </li>
  );
});

/** The lengths of the first variations in metres. */
function lengthsOf(index: EventIndex): ReadonlyMap<Course, number> {
  const normal = index.event.courses.filter(({ type }) => type === 'normal');
  return new Map(
    normal.map((course) => {
      const { controls } = chooseVariation(course.controls, (_, { kind, branches }) =>
        kind === 'fork' ? branches.slice(0, 1) : branches,
      );
      const stops = courseStops(index, controls);
      return [course, Math.round(measureCourse(index, stops).length)] as const;
    }),
  );
}

/** `New course`, `New course 2`. */
function nextName(name: string, courses: readonly Course[]): string {
  const used = new Set(courses.map((course) => course.name));
  if (!used.has(name)) return name;
  for (let number = 2; ; number += 1) if (!used.has(`${name} ${number}`)) return `${name} ${number}`;
}
