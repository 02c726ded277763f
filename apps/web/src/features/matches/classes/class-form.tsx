import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import {
  type MatchClass,
  matchClass,
  START_MODES,
  type StartMode,
} from '@wakeline/contract/matches/match-classes';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { App, Form, Input, Radio, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { TimeField } from '../time-field.tsx';

export type ClassSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly edited: MatchClass };

interface ClassFormProps {
  readonly match: MatchDetails;
  /** Null: closed. */
  readonly subject: ClassSubject | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly className: string;
  readonly courseId: number | null;
  readonly startMode: StartMode;
  readonly startTime: Dayjs | null;
}

const ERROR_FIELDS = {
  'match-class-taken': 'className',
  'match-course-unknown': 'courseId',
  'match-start': 'startTime',
} as const satisfies Partial<Record<ErrorName, keyof Fields>>;

/** Drawer to create or edit a class. */
export function ClassForm({ match, subject, onClose }: ClassFormProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const save = useMatchChange('saveMatchClass');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<ClassSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const edited = last.current.kind === 'edit' ? last.current.edited : null;
  const [first] = match.courseList;

  function submit({ className, courseId, startMode, startTime }: Fields): void {
    const name = className.trim();
    const time = startMode === 'wave' && startTime !== null ? toInstant(startTime, timeZone) : null;
    save.mutate(
      {
        ...{ matchId: match.matchId, classId: edited?.classId ?? null },
        ...{ className: name, courseId: courseId ?? null, startMode, startTime: time },
      },
      {
        onSuccess() {
          message.success(t('savedOne', { name }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          if (!showFieldError(form, error, ERROR_FIELDS, text)) message.error(text);
        },
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null}
      title={edited === null ? t('addClass') : t('editOne', { name: edited.className })}
      size={420}
      form={form}
      initialValues={{
        className: edited?.className ?? '',
        courseId: edited === null ? (first?.courseId ?? null) : edited.courseId,
        startMode: edited?.startMode ?? 'mass',
        startTime: toWallTime(edited?.startTime ?? match.startTime, timeZone),
      }}
      saving={save.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item
        name="className"
        label={t('className')}
        rules={[fieldRule(matchClass.shape.className, language)]}
      >
        <Input autoFocus={edited === null} maxLength={LIMITS.matchName} autoComplete="off" />
      </Form.Item>
      <Form.Item name="courseId" label={t('course')} extra={t('classCourseHint')}>
        <Select
          allowClear
          placeholder={t('noCourse')}
          notFoundContent={t('noCourses')}
          options={match.courseList.map(({ courseId, course }) => ({ value: courseId, label: course.name }))}
        />
      </Form.Item>
      <Form.Item name="startMode" label={t('startMode')}>
        <Radio.Group
          vertical
          options={START_MODES.map((value) => ({
            value,
            label: t(`startModeHint.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item<Fields> noStyle dependencies={['startMode']}>
        {({ getFieldValue }) =>
          getFieldValue('startMode') === 'wave' && (
            <Form.Item
              name="startTime"
              label={t('waveStart')}
              validateTrigger="onChange"
              rules={[{ required: true, message: t('chooseTime') }]}
            >
              <TimeField seconds />
            </Form.Item>
          )
        }
      </Form.Item>
    </FormDrawer>
  );
}
