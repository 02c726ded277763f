import { LIMITS } from '@wakeline/contract/limits';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { type Participant, participantForm } from '@wakeline/contract/matches/participants';
import { App, Form, Input, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { TrackerField } from '../../../parts/devices/tracker-field.tsx';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import styles from '../matches.module.css';
import { TimeField } from '../time-field.tsx';
import { ColorField } from './color-field.tsx';
import { NationalityField } from './nationality-field.tsx';
import {
  PARTICIPANT_ERROR_FIELDS,
  type ParticipantFields,
  toParticipantFields,
  toParticipantForm,
} from './participant-values.ts';

export type ParticipantSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly participant: Participant };

interface ParticipantFormDrawerProps {
  readonly match: MatchDetails;
  /** Null: closed. */
  readonly subject: ParticipantSubject | null;
  /** Of a new participant; null: none. */
  readonly initialClassId: number | null;
  readonly onClose: () => void;
}

const GENDERS = ['unspecified', 'female', 'male'] as const;
const { shape } = participantForm;

/** Drawer to add or edit a participant. */
export function ParticipantFormDrawer({
  match,
  subject,
  initialClassId,
  onClose,
}: ParticipantFormDrawerProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<ParticipantFields>();
  const add = useMatchChange('batchCreateParticipants');
  const update = useMatchChange('updateParticipantMsg');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<ParticipantSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const edited = last.current.kind === 'edit' ? last.current.participant : null;
  const { matchId, classes, courseList } = match;
  const [onlyClass] = classes.length === 1 ? classes : [];

  function submit(): void {
    // Fields that are not rendered are read from the form.
    const fields: ParticipantFields = form.getFieldsValue(true);
    const payload = toParticipantForm(fields, edited?.personId ?? null, timeZone);
    const callbacks = {
      onSuccess() {
        message.success(t('savedOne', { name: payload.participantName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        if (!showFieldError(form, error, PARTICIPANT_ERROR_FIELDS, text)) message.error(text);
      },
    };
    if (edited === null) add.mutate({ matchId, participants: [payload] }, callbacks);
    else update.mutate({ ...payload, matchId, participantId: edited.participantId }, callbacks);
  }

  return (
    <FormDrawer<ParticipantFields>
      open={subject !== null}
      title={edited === null ? t('addParticipant') : t('editOne', { name: edited.participantName })}
      size={520}
      form={form}
      initialValues={toParticipantFields(edited, timeZone, initialClassId ?? onlyClass?.classId ?? null)}
      saving={add.isPending || update.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <div className={styles.row}>
        <Form.Item
          name="number"
          label={t('number')}
          className={styles.narrow ?? ''}
          rules={[fieldRule(shape.number, language)]}
        >
          <Input maxLength={LIMITS.raceNumber} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="participantName"
          label={t('personName')}
          rules={[fieldRule(shape.participantName, language)]}
        >
          <Input autoFocus={edited === null} maxLength={LIMITS.matchName} autoComplete="off" />
        </Form.Item>
      </div>
      <div className={styles.row}>
        <Form.Item name="club" label={t('club')} rules={[fieldRule(shape.club, language)]}>
          <Input maxLength={LIMITS.name} autoComplete="off" />
        </Form.Item>
        <Form.Item name="nationality" label={t('nationality')}>
          <NationalityField />
        </Form.Item>
        <Form.Item name="gender" label={t('gender')}>
          <Select options={GENDERS.map((value) => ({ value, label: t(`genderOf.${value}`) }))} />
        </Form.Item>
      </div>
      <div className={styles.row}>
        <Form.Item name="classId" label={t('class')}>
          <Select
            allowClear
            placeholder={t('none')}
            notFoundContent={t('noClasses')}
            options={classes.map(({ classId, className }) => ({ value: classId, label: className }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item name="courseId" label={t('ownCourse')}>
          <Select
            allowClear
            placeholder={t('courseOfClass')}
            notFoundContent={t('noCourses')}
            options={courseList.map(({ courseId, course }) => ({ value: courseId, label: course.name }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
      </div>
      <Form.Item name="startTime" label={t('startTime')}>
        <TimeField seconds placeholder={t('startOfClass')} />
      </Form.Item>
      <Form.Item name="trackerId" label={t('device')}>
        <TrackerField placeholder={t('noDevice')} />
      </Form.Item>
      <WindowFields />
      <Form.Item name="color" label={t('color')}>
        <ColorField participantId={edited?.participantId ?? 0} />
      </Form.Item>
    </FormDrawer>
  );
}

/** The time in which positions of the device count; without a device there is none. */
function WindowFields() {
  const { t } = useTranslation('matches');
  const form = Form.useFormInstance<ParticipantFields>();
  const trackerId = Form.useWatch('trackerId', form) ?? null;
  if (trackerId === null) return null;
  return (
    <div className={styles.row}>
      <Form.Item name="trackerFrom" label={t('windowFrom')}>
        <TimeField seconds placeholder={t('windowFromDefault')} />
      </Form.Item>
      <Form.Item name="trackerTo" label={t('windowTo')} dependencies={['trackerFrom']}>
        <TimeField seconds placeholder={t('windowToDefault')} />
      </Form.Item>
    </div>
  );
}
