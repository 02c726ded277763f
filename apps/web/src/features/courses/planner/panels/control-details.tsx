import { IconTrash } from '@tabler/icons-react';
import { findCodeOwner } from '@wakeline/domain/courses/codes';
import { coursesUsing } from '@wakeline/domain/courses/course-controls';
import { describeControl } from '@wakeline/domain/courses/descriptions';
import { removeControl } from '@wakeline/domain/courses/edit-controls';
import { type Control, type ControlDescription, isPunched } from '@wakeline/domain/courses/event';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import { App, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { editControl } from '../latest-edits.ts';
import { useEvent, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import { CircleGaps, NumberPlace } from './control-symbol.tsx';
import { DescriptionFields } from './description-fields.tsx';
import { Field } from './field.tsx';
import { NudgeButtons } from './nudge-buttons.tsx';
import styles from './panels.module.css';
import { useTyped } from './use-typed.ts';

/** Millimetres on the map's paper. */
const CONTROL_STEP = 0.25;

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
            onChange={(changes) =>
              editControl(planner, control.id, ({ description }) => ({
                description: withoutEmpty({ ...description, ...changes }),
              }))
            }
          />
          {text !== '' && <p className={styles.text}>{text}</p>}
        </>
      )}
      <p className={styles.detail}>
        {t('control.position')} <span>{formatCoordinates(lat, lng)}</span>
      </p>
      {canEdit && (
        <NudgeButtons
          label={t('control.move')}
          step={CONTROL_STEP}
          onMove={(offset) => {
            editControl(planner, control.id, ({ coordinates }) => ({
              coordinates: paperPlane(coordinates, event.mapScale).toPosition(offset),
            }));
          }}
        />
      )}
      <p className={styles.detail}>
        {t('control.courses')}{' '}
        <span>{users.length === 0 ? t('control.unused') : users.map(({ name }) => name).join(', ')}</span>
      </p>
      {canEdit && isPunched(control) && (
        <>
          <CircleGaps control={control} />
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
  const [code, setCode] = useTyped(control.code ?? '');
  const trimmed = code.trim();
  const owner = findCodeOwner(event.controls, { id: control.id, code: trimmed });
  const error = trimmed === '' ? t('control.codeNeeded') : owner !== null ? t('control.codeTaken') : null;

  function save(): void {
    if (error !== null) setCode(control.code ?? '');
    else if (trimmed !== control.code) editControl(planner, control.id, () => ({ code: trimmed }));
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

/** A description without the columns that are empty. */
function withoutEmpty(description: ControlDescription): ControlDescription {
  return Object.fromEntries(Object.entries(description).filter(([, value]) => (value ?? '') !== ''));
}
