import { IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { courseStops } from '@wakeline/domain/courses/course-stops';
import { removeCourse } from '@wakeline/domain/courses/edit-controls';
import { type Course, LABEL_KINDS } from '@wakeline/domain/courses/event';
import { measureCourse } from '@wakeline/domain/courses/measure-course';
import { type CourseVariation, countVariations } from '@wakeline/domain/courses/variations';
import { App, Button, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { ClimbButton } from '../climb/climb-button.tsx';
import { editCourse } from '../latest-edits.ts';
import { useEventIndex, usePlanner } from '../planner-context.ts';
import { Field } from './field.tsx';
import { NumberField, ScaleField } from './number-fields.tsx';
import styles from './panels.module.css';
import { SavedText } from './saved-text.tsx';

interface CourseDetailsProps {
  readonly course: Course;
  readonly list: readonly CourseVariation[];
  /** Null: all variations. */
  readonly variation: CourseVariation | null;
}

/** The displayed course: its settings and its measured length. */
export function CourseDetails({ course, list, variation }: CourseDetailsProps) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit, showCourse } = usePlanner();
  const index = useEventIndex();
  const { modal } = App.useApp();
  const change = (changes: Partial<Course>) => editCourse(planner, course.id, () => changes);
  const stops = useMemo(
    () => courseStops(index, (variation ?? list[0])?.controls ?? []),
    [index, variation, list],
  );
  const measured = useMemo(() => measureCourse(index, stops).length, [index, stops]);
  const isScore = course.type === 'score';

  function remove(): void {
    modal.confirm({
      title: t('course.deleteTitle', { name: course.name }),
      content: t('course.deleteText'),
      okText: t('course.delete'),
      okButtonProps: { danger: true },
      onOk() {
        planner.run(removeCourse(planner.store.getState().draft.event, course.id));
        showCourse(null);
      },
    });
  }

  return (
    <section className={styles.details} aria-label={course.name}>
      <header>
        <SavedText
          key={course.id}
          inline
          label={t('course.name')}
          value={course.name}
          maxLength={LIMITS.name}
          required
          disabled={!canEdit}
          onSave={(name) => change({ name })}
        />
        {canEdit && (
          <Button
            size="small"
            type="text"
            danger
            icon={<IconTrash size={16} />}
            aria-label={t('course.delete')}
            title={t('course.delete')}
            onClick={remove}
          />
        )}
      </header>
      {!isScore && (
        <p className={styles.detail}>
          {t('course.measured')} <Value quantity={formatDistance(measured)} />
        </p>
      )}
      <div className={styles.pair}>
        <NumberField
          label={t('course.length')}
          suffix="m"
          value={course.length}
          disabled={!canEdit}
          onChange={(length) => change({ length: length ?? 0 })}
        />
        <NumberField
          label={t('course.climb')}
          suffix="m"
          value={course.climb}
          disabled={!canEdit}
          onChange={(climb) => change({ climb })}
        />
        <ScaleField
          label={t('course.mapScale')}
          value={course.mapScale}
          placeholder={index.event.mapScale}
          disabled={!canEdit}
          onChange={(mapScale) => change({ mapScale })}
        />
        <ScaleField
          label={t('course.printScale')}
          value={course.printScale}
          placeholder={course.mapScale ?? index.event.mapScale}
          disabled={!canEdit}
          onChange={(printScale) => change({ printScale })}
        />
        <Field label={t('course.labels')}>
          <Select
            value={course.labels}
            disabled={!canEdit}
            aria-label={t('course.labels')}
            options={LABEL_KINDS.filter((kind) => isScore || !kind.includes('score')).map((kind) => ({
              value: kind,
              label: t(`label.${kind}`),
            }))}
            onChange={(labels) => change({ labels })}
          />
        </Field>
        {isScore && (
          <NumberField
            label={t('course.timeLimit')}
            suffix={t('course.minutes')}
            value={course.timeLimit === null ? null : course.timeLimit / 60}
            disabled={!canEdit}
            onChange={(minutes) => change({ timeLimit: minutes === null ? null : Math.round(minutes * 60) })}
          />
        )}
      </div>
      {canEdit && !isScore && <ClimbButton stops={stops} onClimb={(climb) => change({ climb })} />}
      {countVariations(course.controls) > 1 && (
        <>
          <Field label={t('course.variation')}>
            <Select
              value={variation?.code ?? null}
              aria-label={t('course.variation')}
              options={[
                { value: null, label: t('course.allVariations', { count: list.length }) },
                ...list.map(({ code }) => ({ value: code as string | null, label: code })),
              ]}
              onChange={(variationCode) => planner.store.setState({ variationCode })}
            />
          </Field>
          <RelayFields course={course} />
        </>
      )}
    </section>
  );
}

const NO_RELAY = { teams: 0, legs: 1 };

/** Teams and legs among which the variations are distributed. */
function RelayFields({ course }: { readonly course: Course }) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const relay = course.relay ?? NO_RELAY;
  const set = (changes: Partial<typeof relay>) =>
    editCourse(planner, course.id, (latest) => {
      const next = { ...(latest.relay ?? NO_RELAY), ...changes };
      return { relay: next.teams > 0 ? next : null };
    });
  return (
    <div className={styles.pair}>
      <Field label={t('course.teams')}>
        <InputNumber
          min={0}
          max={999}
          precision={0}
          disabled={!canEdit}
          aria-label={t('course.teams')}
          value={relay.teams}
          onChange={(teams) => set({ teams: teams ?? 0 })}
        />
      </Field>
      <Field label={t('course.relayLegs')}>
        <InputNumber
          min={1}
          max={20}
          precision={0}
          disabled={!canEdit}
          aria-label={t('course.relayLegs')}
          value={relay.legs}
          onChange={(legs) => set({ legs: legs ?? 1 })}
        />
      </Field>
    </div>
  );
}
