import { LIMITS } from '@wakeline/contract/limits';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import { REPORT_KINDS, REPORT_NAMES, type ReportKind } from '@wakeline/contract/reports/report-files';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { DeviceFields } from '../device-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
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

/** Reports of lists, whose conditions are chosen on their pages only. */
const LISTS: ReadonlySet<ReportKind> = new Set(['notices', 'instructions']);
/** Reports with no conditions but their devices. */
const WITHOUT_CONDITIONS: ReadonlySet<ReportKind> = new Set([
  'overview',
  'locations',
  'alarmHandling',
  ...LISTS,
]);

/** What a schedule reports: the report, its devices, its conditions, and what rows are about. */
export function ContentFields({ value, onChange, canChangeReport }: ContentFieldsProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const groupingsOf = useGroupingTexts();
  if (value === undefined) return null;
  const { report, filter } = value;
  const changeFilter = (change: object) =>
    onChange?.({ ...value, filter: { ...filter, ...change } } as ReportContent);
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
      {'by' in filter && (
        <Form.Item label={t('schedules.field.by')}>
          <Select<string>
            aria-label={t('schedules.field.by')}
            value={filter.by}
            options={groupingsOf(report)}
            onChange={(by) => changeFilter({ by })}
          />
        </Form.Item>
      )}
      <Form.Item
        label={t('schedules.field.devices')}
        extra={LISTS.has(report) ? t('schedules.field.otherConditions') : undefined}
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
      {!WITHOUT_CONDITIONS.has(report) && (
        <Form.Item label={t('schedules.field.conditions')}>
          <div className={styles.fields}>
            <ConditionFields content={value} onChange={changeFilter} />
          </div>
        </Form.Item>
      )}
    </>
  );
}
