import { LIMITS } from '@wakeline/contract/limits';
import { Alert, Form, InputNumber, Select } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useObjects } from '../../../parts/map-objects/use-objects.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';
import { OrderedRows } from '../ordered-rows.tsx';
import { type ChosenMark, courseOfChosenMarks, type NamedPoint } from './course-source.ts';
import type { SourceFieldsProps } from './source-fields.ts';
import { useSeesObjects } from './use-functions.ts';

const RADIUS = { min: 5, max: 500, default: 50 };
const NO_MARKS: readonly ChosenMark[] = [];

/** Labelled points in the order in which they are passed: circles, or gates between two of them. */
export function MarksSource(props: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  return useSeesObjects() ? (
    <MarkFields {...props} />
  ) : (
    <Alert type="info" showIcon title={t('objectsNeedFunction')} />
  );
}

function MarkFields({ initial, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { list, state, error } = useObjects('labelPoint');
  const [marks, setMarks] = useState(initial?.kind === 'marks' ? initial.marks : NO_MARKS);
  const points = useMemo(
    () =>
      new Map(
        list.flatMap(({ id, name, ...object }): readonly (readonly [number, NamedPoint])[] =>
          object.kind === 'labelPoint'
            ? [[id, { name, position: [object.source.longitude, object.source.latitude] }]]
            : [],
        ),
      ),
    [list],
  );
  const chosen = useMemo(() => {
    const course = courseOfChosenMarks(marks, points);
    if (course === null) return null;
    const [first, last] = [course.points.at(0)?.code, course.points.at(-1)?.code];
    return {
      source: { kind: 'marks' as const, marks: [...marks] },
      course: { ...course, name: `${first} – ${last}` },
    };
  }, [marks, points]);
  useEffect(() => onChange(chosen), [chosen, onChange]);

  if (state === 'failed') return <Alert type="error" showIcon title={errorText(error, language)} />;
  const options = list.map(({ id, name }) => ({ value: id, label: name }));
  const nameOf = ({ labelPointId }: ChosenMark) => points.get(labelPointId)?.name ?? t('goneMark');
  const change = (at: number, next: Partial<ChosenMark>) =>
    setMarks(marks.map((mark, index) => (index === at ? { ...mark, ...next } : mark)));

  return (
    <Form.Item label={t('marks')} htmlFor="course-marks" extra={t('marksHint')}>
      <OrderedRows
        label={t('marks')}
        items={marks}
        // A point can be passed several times.
        keyOf={({ labelPointId }, index) => `${labelPointId} ${index}`}
        nameOf={nameOf}
        onChange={setMarks}
        render={(mark, index) => (
          <div className={styles.mark}>
            <span className={styles.rowText}>
              {index + 1}. {nameOf(mark)}
            </span>
            <Select
              size="small"
              allowClear
              aria-label={t('gateOf', { name: nameOf(mark) })}
              placeholder={t('noGate')}
              value={mark.gateLabelPointId}
              options={options.filter(({ value }) => value !== mark.labelPointId)}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(gate) => change(index, { gateLabelPointId: gate ?? null })}
            />
            {mark.gateLabelPointId === null && (
              <InputNumber
                size="small"
                aria-label={t('radiusOf', { name: nameOf(mark) })}
                suffix={t('m')}
                min={RADIUS.min}
                max={RADIUS.max}
                value={mark.radius}
                onChange={(radius) => change(index, { radius: radius ?? RADIUS.default })}
              />
            )}
          </div>
        )}
      />
      <Select
        id="course-marks"
        placeholder={t('addMark')}
        loading={state === 'pending'}
        notFoundContent={t('noMarks')}
        disabled={marks.length >= LIMITS.raceCoursePoints}
        value={null}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(labelPointId) => {
          if (labelPointId !== null)
            setMarks([...marks, { labelPointId, gateLabelPointId: null, radius: RADIUS.default }]);
        }}
      />
    </Form.Item>
  );
}
