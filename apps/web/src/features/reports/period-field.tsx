import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/media.ts';
import styles from './period-field.module.css';
import {
  DAY_FORMAT,
  findPreset,
  PERIOD_PRESETS,
  type PeriodPreset,
  presetPeriod,
  type ReportPeriod,
} from './report-period.ts';

interface PeriodFieldProps {
  readonly period: ReportPeriod;
  /** The account's present day. */
  readonly today: string;
  readonly onChange: (period: ReportPeriod) => void;
}

/** The days of a report: a usual period, or any first and last day. On a phone two fields. */
export function PeriodField({ period, today, onChange }: PeriodFieldProps) {
  const { t } = useTranslation('reports');
  const phone = usePhone();
  const toDate = (day: string) => dayjs.utc(day);
  return (
    <>
      <Select<PeriodPreset | 'custom'>
        aria-label={t('period.label')}
        value={findPreset(period, today) ?? 'custom'}
        options={[
          ...PERIOD_PRESETS.map((value) => ({ value, label: t(`period.${value}`) })),
          // What the dates are, not a choice.
          { value: 'custom' as const, label: t('period.custom'), disabled: true },
        ]}
        onChange={(preset) => preset !== 'custom' && onChange(presetPeriod(preset, today))}
      />
      {phone ? (
        (['startDay', 'endDay'] as const).map((edge) => (
          <DatePicker
            key={edge}
            className={styles.edge ?? ''}
            aria-label={t(`period.${edge}`)}
            allowClear={false}
            inputReadOnly
            value={toDate(period[edge])}
            onChange={(picked) => {
              if (picked === null) return;
              const day = picked.format(DAY_FORMAT);
              // The other day follows, so that the period stays one.
              onChange(
                edge === 'startDay'
                  ? { startDay: day, endDay: day > period.endDay ? day : period.endDay }
                  : { startDay: day < period.startDay ? day : period.startDay, endDay: day },
              );
            }}
          />
        ))
      ) : (
        <DatePicker.RangePicker
          className={styles.range ?? ''}
          aria-label={t('period.range')}
          allowClear={false}
          value={[toDate(period.startDay), toDate(period.endDay)]}
          onChange={(range) => {
            const [start, end] = range ?? [];
            if (start && end)
              onChange({ startDay: start.format(DAY_FORMAT), endDay: end.format(DAY_FORMAT) });
          }}
        />
      )}
    </>
  );
}
