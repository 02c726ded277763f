import { IconX } from '@tabler/icons-react';
import { removeVisit } from '@wakeline/domain/courses/edit-controls';
import type { CourseControl, CourseType } from '@wakeline/domain/courses/event';
import { InputNumber } from 'antd';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { editVisit } from '../latest-edits.ts';
import { usePlanner } from '../planner-context.ts';
import styles from './panels.module.css';
import { VisitMenu } from './visit-menu.tsx';

interface CourseVisitProps {
  readonly courseId: string;
  readonly courseControl: CourseControl;
  readonly name: string;
  /** Null: none is displayed. */
  readonly number: number | null;
  /** Metres from the previous visit. */
  readonly length: number | null;
  readonly type: CourseType;
  /** It is punched: in a score course it has points. */
  readonly isNumbered: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The next control is added after this one. */
  readonly isNext: boolean;
  readonly selected: boolean;
  /** Its branches; null: none. */
  readonly children: ReactNode;
}

/** A visit in the running order. */
export const CourseVisit = memo(function CourseVisit(props: CourseVisitProps) {
  const { courseId, courseControl, name, number, length, type, isNumbered, selected, children } = props;
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const { id, control, mapExchange, points } = courseControl;
  return (
    <>
      <li data-selected={selected}>
        <button
          type="button"
          onClick={() => planner.store.setState({ selection: { kind: 'control', id: control } })}
        >
          <span className={styles.number}>{number}</span>
          <span className={styles.name}>{name}</span>
          {mapExchange !== null && <span className={styles.muted}>{t(`exchange.${mapExchange}`)}</span>}
          {length !== null && (
            <span className={styles.muted}>
              <Value quantity={formatDistance(length)} />
            </span>
          )}
        </button>
        {type === 'score' && isNumbered && (
          <InputNumber
            size="small"
            min={0}
            max={100_000}
            style={{ width: 72 }}
            disabled={!canEdit}
            aria-label={t('visit.points', { name })}
            placeholder={t('visit.pointsShort')}
            value={points}
            onChange={(next) => editVisit(planner, courseId, id, { points: next })}
          />
        )}
        {canEdit && (
          <>
            <VisitMenu {...props} />
            <button
              type="button"
              className={styles.tool}
              aria-label={t('visit.remove', { name })}
              title={t('visit.remove', { name })}
              onClick={() => {
                const { courses } = planner.store.getState().draft.event;
                const course = courses.find((one) => one.id === courseId);
                if (course !== undefined) planner.run([removeVisit(course, id)]);
              }}
            >
              <IconX size={16} aria-hidden />
            </button>
          </>
        )}
      </li>
      {children}
    </>
  );
}, isSameVisit);

/** Branches are the same while their visit is: the element that displays them is always a new one. */
function isSameVisit(one: CourseVisitProps, other: CourseVisitProps): boolean {
  const { children: _, ...before } = one;
  const { children: __, ...after } = other;
  const names = Object.keys(before) as (keyof typeof before)[];
  return names.every((name) => Object.is(before[name], after[name]));
}
