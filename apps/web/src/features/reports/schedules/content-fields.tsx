import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewGrouping } from '@wakeline/contract/reports/overview';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import { REPORT_KINDS, REPORT_NAMES, type ReportKind } from '@wakeline/contract/reports/report-files';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { DeviceFields } from '../device-fields.tsx';
import { usualContent } from './schedule-values.ts';
import styles from './schedules.module.css';
import { useGroupingTexts } from './use-grouping-texts.ts';

interface ContentFieldsProps {
  /** Set by the form. */
  readonly value?: ReportContent;
  readonly onChange?: (content: ReportContent) => void;
  /** Whether the report can be another one: its filter is then the usual one. */
  readonly canChangeReport: boolean;
}

/** The fields of the filter that all reports have. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(['groupIds', 'trackerIds', 'keywords']);

/** What a schedule reports: the report, its devices, and the rows of an overview. */
export function ContentFields({ value, onChange, canChangeReport }: ContentFieldsProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const groupings = useGroupingTexts();
  if (value === undefined) return null;
  const { report, filter } = value;
  const changeFilter = (change: object) =>
    onChange?.({ ...value, filter: { ...filter, ...change } } as ReportContent);
  const hasOthers = report !== 'overview' && Object.keys(filter).some((field) => !COMMON_FIELDS.has(field));
  return (
    <>
      <Form.Item label={t('schedules.field.report')}>
        <Select<ReportKind>
          aria-label={t('schedules.field.report')}
          value={report}
          disabled={!canChangeReport}
          options={REPORT_KINDS.map((kind) => ({ value: kind, label: REPORT_NAMES[kind][language] }))}
          onChange={(kind) => onChange?.(usualContent(kind))}
        />
      </Form.Item>
      {report === 'overview' && (
        <Form.Item label={t('schedules.field.by')}>
          <Select<OverviewGrouping>
            aria-label={t('schedules.field.by')}
            value={value.filter.by}
            options={groupings}
            onChange={(by) => changeFilter({ by })}
          />
        </Form.Item>
      )}
      <Form.Item
        label={t('schedules.field.devices')}
        extra={hasOthers ? t('schedules.field.otherConditions') : undefined}
      >
        <div className={styles.fields}>
          <DeviceFields groupIds={filter.groupIds} trackerIds={filter.trackerIds} onChange={changeFilter} />
          <Input
            aria-label={t('schedules.field.keywords')}
            placeholder={t('schedules.field.keywords')}
            maxLength={LIMITS.name}
            allowClear
            value={filter.keywords}
            onChange={({ target }) => changeFilter({ keywords: target.value })}
          />
        </div>
      </Form.Item>
    </>
  );
}
