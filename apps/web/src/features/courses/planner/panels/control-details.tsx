import { IconTrash } from '@tabler/icons-react';
import { findCodeOwner } from '@wakeline/domain/courses/codes';
import { coursesUsing } from '@wakeline/domain/courses/course-controls';
import { describeControl } from '@wakeline/domain/courses/descriptions';
import { changeControl, removeControl } from '@wakeline/domain/courses/edit-controls';
import { type Control, isPunched } from '@wakeline/domain/courses/event';
import { App, Button, Input, Slider } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useEvent, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import { DescriptionFields } from './description-fields.tsx';
import { Field } from './field.tsx';
import styles from './panels.module.css';

/** Millimetres on the map's paper between the center of a circle and its number, and its usual direction. */
const NUMBER_DISTANCE = 5.5;
const DEFAULT_ANGLE = 30;
const degrees = (value?: number) => `${value ?? 0}°`;

/** The selected control: code, description, circle, number and the courses that use it. */
export function ControlDetails({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  const { formatCoordinates } = useFormat();
  const { planner, canEdit } = usePlanner();
  const event = useEvent();
  const nameOf = useControlName();
  const [lng, lat] = control.coordinates;
  const users = coursesUsing(event.courses, control.id);
  const text = describeControl(control.description, language);
  const [gap] = control.circleGaps;
  return (
    <section className={styles.details} aria-label={t('control.title', { name: nameOf(control) })}>
      <header>
        <h3>{t('control.title', { name: nameOf(control) })}</h3>
        {canEdit && <DeleteButton control={control} />}
      </header>
      {isPunched(control) && (
        <>
          <CodeField key={control.id} control={control} />
          <DescriptionFields
            description={control.description}
            disabled={!canEdit}
            onChange={(description) => planner.run([changeControl(control, { description })])}
          />
          {text !== '' && <p className={styles.text}>{text}</p>}
        </>
      )}
      <p className={styles.detail}>
        {t('control.position')} <span>{formatCoordinates(lat, lng)}</span>
      </p>
      <p className={styles.detail}>
        {t('control.courses')}{' '}
        <span>{users.length === 0 ? t('control.unused') : users.map(({ name }) => name).join(', ')}</span>
      </p>
      {canEdit && isPunched(control) && (
        <>
          <Field label={t('control.gap')}>
            <Slider
              key={`${control.id} ${gap?.from} ${gap?.to}`}
              range
              min={0}
              max={360}
              ariaLabelForHandle={t('control.gap')}
              tooltip={{ formatter: degrees }}
              defaultValue={gap === undefined ? [0, 0] : [gap.from, gap.to]}
              onChangeComplete={([from = 0, to = 0]) =>
                planner.run([changeControl(control, { circleGaps: from === to ? [] : [{ from, to }] })])
              }
            />
          </Field>
          <NumberPlace control={control} />
        </>
      )}
    </section>
  );
}

function DeleteButton({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const event = useEvent();
  const { modal } = App.useApp();
  const users = coursesUsing(event.courses, control.id);
  const remove = () => {
    planner.run(removeControl(planner.store.getState().draft.event, control.id));
    planner.store.setState({ selection: null });
  };
  return (
    <Button
      size="small"
      type="text"
      danger
      icon={<IconTrash size={16} />}
      aria-label={t('control.delete')}
      title={t('control.delete')}
      onClick={() => {
        if (users.length === 0) return remove();
        modal.confirm({
          title: t('control.deleteTitle'),
          content: t('control.deleteText', { courses: users.map(({ name }) => name).join(', ') }),
          okText: t('control.delete'),
          okButtonProps: { danger: true },
          onOk: remove,
        });
      }}
    />
  );
}

/** The code is stored when the field is left, and refused if another control has it. */
function CodeField({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const event = useEvent();
  const [code, setCode] = useState(control.code ?? '');
  useEffect(() => setCode(control.code ?? ''), [control.code]);
  const trimmed = code.trim();
  const owner = findCodeOwner(event.controls, { id: control.id, code: trimmed });
  const error = trimmed === '' ? t('control.codeNeeded') : owner !== null ? t('control.codeTaken') : null;

  function save(): void {
    if (error !== null) setCode(control.code ?? '');
    else if (trimmed !== control.code) planner.run([changeControl(control, { code: trimmed })]);
  }
  return (
    <Field label={t('control.code')}>
      <Input
        aria-label={t('control.code')}
        value={code}
        maxLength={10}
        disabled={!canEdit}
        {...(error !== null && { status: 'error' as const })}
        onChange={({ target }) => setCode(target.value)}
        onBlur={save}
        onPressEnter={save}
      />
      {error !== null && <span role="alert">{error}</span>}
    </Field>
  );
}

/** The place of the number around the circle, by hand or automatic. */
function NumberPlace({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const { numberLocation } = control;
  const angle =
    numberLocation === null
      ? null
      : Math.round((Math.atan2(numberLocation.y, numberLocation.x) * 180) / Math.PI + 360) % 360;
  return (
    <Field label={t('control.number')}>
      <span className={styles.row}>
        <Slider
          className={styles.grow ?? ''}
          min={0}
          max={359}
          ariaLabelForHandle={t('control.number')}
          key={`${control.id} ${angle}`}
          defaultValue={angle ?? DEFAULT_ANGLE}
          tooltip={{ formatter: degrees }}
          onChangeComplete={(value) => {
            const radians = (value * Math.PI) / 180;
            const place = { x: Math.cos(radians) * NUMBER_DISTANCE, y: Math.sin(radians) * NUMBER_DISTANCE };
            planner.run([changeControl(control, { numberLocation: place })]);
          }}
        />
        <Button
          size="small"
          disabled={numberLocation === null}
          onClick={() => planner.run([changeControl(control, { numberLocation: null })])}
        >
          {t('control.automatic')}
        </Button>
      </span>
    </Field>
  );
}
