import { name as nameSchema } from '@wakeline/contract/fields';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import type { ReportSchedule } from '@wakeline/contract/reports/schedules';
import {
  REPORT_PERIODS,
  REPORT_REPEATS,
  type RelativePeriod,
} from '@wakeline/domain/reports/report-schedule';
import { App, Checkbox, Form, Input, Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { useSession } from '../../../service/session.ts';
import { ContentFields } from './content-fields.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import {
  formatMinute,
  newValues,
  parseMinute,
  type ScheduleValues,
  toForm,
  valuesOf,
} from './schedule-values.ts';
import styles from './schedules.module.css';
import { useScheduleTexts } from './use-schedule-texts.ts';
import { useScheduleChange, useSchedules } from './use-schedules.ts';

/** What the form is open for. `page`: from the page of a report, with its filter. */
export type ScheduleSubject =
  | { readonly kind: 'add' | 'page'; readonly content: ReportContent; readonly period: RelativePeriod }
  | { readonly kind: 'edit'; readonly schedule: ReportSchedule };

interface ScheduleFormProps {
  /** Null: closed. */
  readonly subject: ScheduleSubject | null;
  readonly onClose: () => void;
}

type Fields = Omit<ScheduleValues, 'minute'> & {
  /** HH:mm */
  readonly time: string;
};

/** The form for a scheduled report. */
export function ScheduleForm({ subject, onClose }: ScheduleFormProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { uid } = useSession();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const { data } = useSchedules(subject !== null);
  const save = useScheduleChange('saveReportSchedule');
  const { weekdayOf } = useScheduleTexts();
  const repeat = Form.useWatch('repeat', form);
  const schedule = subject?.kind === 'edit' ? subject.schedule : null;

  const initial =
    subject === null
      ? null
      : subject.kind === 'edit'
        ? valuesOf(subject.schedule)
        : newValues({
            ...{ content: subject.content, period: subject.period, userId: Number(uid), language },
            nameOf: (report, chosen) =>
              t('schedules.newName', { report, repeat: t(`schedules.repeat.${chosen}`) }),
          });

  function submit(fields: Fields): void {
    if (initial === null) return;
    const values = { ...initial, ...fields, minute: parseMinute(fields.time) ?? initial.minute };
    const { scheduleName } = values;
    save.mutate(
      { ...(schedule !== null && { scheduleId: schedule.scheduleId }), schedule: toForm(values) },
      {
        onSuccess() {
          message.success(t('schedules.saved', { name: scheduleName.trim() }));
          onClose();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null && initial !== null && data !== undefined}
      title={schedule === null ? t('schedules.add') : t('schedules.edit', { name: schedule.scheduleName })}
      size={520}
      form={form}
      initialValues={initial === null ? {} : { ...initial, time: formatMinute(initial.minute) }}
      saving={save.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item
        name="scheduleName"
        label={t('schedules.field.name')}
        rules={[fieldRule(nameSchema, language)]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="content" noStyle>
        <ContentFields canChangeReport={subject?.kind === 'add'} />
      </Form.Item>
      <Form.Item name="period" label={t('schedules.field.period')} extra={t('schedules.field.periodHint')}>
        <Select options={REPORT_PERIODS.map((value) => ({ value, label: t(`schedules.period.${value}`) }))} />
      </Form.Item>
      <Form.Item name="repeat" label={t('schedules.field.repeat')}>
        <Segmented
          options={REPORT_REPEATS.map((value) => ({ value, label: t(`schedules.repeat.${value}`) }))}
        />
      </Form.Item>
      <div className={styles.row}>
        {repeat === 'weekly' && (
          <Form.Item name="weekday" label={t('schedules.field.weekday')}>
            <Select options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: day, label: weekdayOf(day) }))} />
          </Form.Item>
        )}
        {repeat === 'monthly' && (
          <Form.Item name="monthDay" label={t('schedules.field.day')} extra={t('schedules.field.dayHint')}>
            <Select options={Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: at + 1 }))} />
          </Form.Item>
        )}
        <Form.Item
          name="time"
          label={t('schedules.field.time')}
          extra={t('schedules.field.timeHint', { zone: data?.timeZone ?? '' })}
          rules={[{ required: true, message: t('schedules.field.timeRequired') }]}
        >
          <Input type="time" />
        </Form.Item>
      </div>
      <Form.Item
        name="formats"
        label={t('schedules.field.formats')}
        rules={[{ required: true, message: t('schedules.formatsRequired') }]}
      >
        <Checkbox.Group options={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))} />
      </Form.Item>
      {data !== undefined && <RecipientFields choices={data} present={schedule?.users ?? []} />}
      <Form.Item name="enabled" label={t('schedules.field.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}
