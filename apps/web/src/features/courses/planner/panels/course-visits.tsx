import {
  IconArrowDown,
  IconArrowsSplit2,
  IconArrowUp,
  IconMapPlus,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { courseStops } from '@wakeline/domain/courses/course-stops';
import { changeCourse, moveVisit, removeVisit } from '@wakeline/domain/courses/edit-controls';
import { type Course, type CourseControl, isPunched, type Variation } from '@wakeline/domain/courses/event';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { Button, Dropdown, InputNumber } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { newId } from '../new-id.ts';
import { useEventIndex, usePlanner, usePlannerState } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import { BranchList } from './branch-list.tsx';
import styles from './panels.module.css';

/** The running order of a course, with its forks and loops. */
export function CourseVisits({ course }: { readonly course: Course }) {
  const { t } = useTranslation('coursePlanner');
  const index = useEventIndex();
  const stops = useMemo(() => courseStops(index, course.controls), [index, course]);
  const lengths = useMemo(
    () => new Map(measureCourse(index, stops).legs.map(({ to, length }) => [to.courseControl.id, length])),
    [index, stops],
  );
  if (course.controls.length === 0) return <p className={styles.empty}>{t('visit.none')}</p>;
  return (
    <ol className={styles.list} aria-label={t('visit.list')}>
      {stops.map((stop, at) => (
        <Visit
          key={stop.courseControl.id}
          course={course}
          courseControl={stop.courseControl}
          at={at}
          number={course.type === 'score' ? null : stop.number}
          length={course.type === 'score' ? null : (lengths.get(stop.courseControl.id) ?? null)}
        />
      ))}
    </ol>
  );
}

interface VisitProps {
  readonly course: Course;
  readonly courseControl: CourseControl;
  /** Index in the running order. */
  readonly at: number;
  readonly number: number | null;
  /** Metres from the previous visit. */
  readonly length: number | null;
}

function Visit({ course, courseControl, at, number, length }: VisitProps) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const { controls } = useEventIndex();
  const nameOf = useControlName();
  const isNext = usePlannerState(({ insertAfter }) => insertAfter === courseControl.id);
  const selected = usePlannerState(
    ({ selection }) => selection?.kind === 'control' && selection.id === courseControl.control,
  );
  const control = controls.get(courseControl.control);
  if (control === undefined) return null;
  const name = nameOf(control);
  const change = (changes: Partial<CourseControl>) =>
    planner.run([
      changeCourse(course, { controls: course.controls.with(at, { ...courseControl, ...changes }) }),
    ]);
  return (
    <>
      <li data-selected={selected}>
        <button
          type="button"
          onClick={() => planner.store.setState({ selection: { kind: 'control', id: control.id } })}
        >
          <span className={styles.number}>{number}</span>
          <span className={styles.name}>{name}</span>
          {courseControl.mapExchange !== null && (
            <span className={styles.muted}>{t(`exchange.${courseControl.mapExchange}`)}</span>
          )}
          {length !== null && (
            <span className={styles.muted}>
              <Value quantity={formatDistance(length)} />
            </span>
          )}
        </button>
        {course.type === 'score' && isPunched(control) && (
          <InputNumber
            size="small"
            min={0}
            max={100_000}
            style={{ width: 72 }}
            disabled={!canEdit}
            aria-label={t('visit.points', { name })}
            placeholder={t('visit.pointsShort')}
            value={courseControl.points}
            onChange={(points) => change({ points })}
          />
        )}
        {canEdit && (
          <VisitTools
            course={course}
            courseControl={courseControl}
            at={at}
            name={name}
            isNext={isNext}
            onChange={change}
          />
        )}
      </li>
      {courseControl.variation !== null && (
        <BranchList variation={courseControl.variation} onChange={(variation) => change({ variation })} />
      )}
    </>
  );
}

interface VisitToolsProps extends Pick<VisitProps, 'course' | 'courseControl' | 'at'> {
  readonly name: string;
  /** The next control is added after this one. */
  readonly isNext: boolean;
  readonly onChange: (changes: Partial<CourseControl>) => void;
}

function VisitTools({ course, courseControl, at, name, isNext, onChange }: VisitToolsProps) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const { id, mapExchange, variation } = courseControl;
  const begin = (kind: Variation['kind']) =>
    onChange({
      variation: {
        kind,
        branches: [
          { id: newId(), controls: [] },
          { id: newId(), controls: [] },
        ],
      },
    });
  const items = [
    {
      key: 'up',
      label: t('visit.up'),
      icon: <IconArrowUp size={16} />,
      disabled: at === 0,
      onClick: () => planner.run([moveVisit(course, id, at - 1)]),
    },
    {
      key: 'down',
      label: t('visit.down'),
      icon: <IconArrowDown size={16} />,
      disabled: at === course.controls.length - 1,
      onClick: () => planner.run([moveVisit(course, id, at + 1)]),
    },
    {
      key: 'insert',
      label: t(isNext ? 'visit.insertAtEnd' : 'visit.insertAfter'),
      icon: <IconMapPlus size={16} />,
      onClick: () => planner.store.setState({ insertAfter: isNext ? null : id }),
    },
    ...(course.type === 'normal'
      ? [
          {
            key: 'exchange',
            label: t(mapExchange === null ? 'visit.exchange' : 'visit.noExchange'),
            icon: <IconRefresh size={16} />,
            onClick: () => onChange({ mapExchange: mapExchange === null ? 'exchange' : null }),
          },
          variation === null
            ? {
                key: 'fork',
                label: t('visit.fork'),
                icon: <IconArrowsSplit2 size={16} />,
                onClick: () => begin('fork'),
              }
            : {
                key: 'join',
                label: t('visit.join'),
                icon: <IconArrowsSplit2 size={16} />,
                onClick: () => onChange({ variation: null }),
              },
          ...(variation === null
            ? [
                {
                  key: 'loop',
                  label: t('visit.loop'),
                  icon: <IconRefresh size={16} />,
                  onClick: () => begin('loop'),
                },
              ]
            : []),
        ]
      : []),
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button size="small" type="text" aria-label={t('visit.more', { name })}>
          ···
        </Button>
      </Dropdown>
      <IconButton
        size="small"
        label={t('visit.remove', { name })}
        icon={<IconX size={16} />}
        onClick={() => planner.run([removeVisit(course, id)])}
      />
    </>
  );
}
