import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';

interface MinDurationFieldProps {
  /** Seconds; 0: any. */
  readonly value: number;
  readonly choices: readonly number[];
  readonly onChange: (seconds: number) => void;
}

/** The least duration of the records of a report. */
export function MinDurationField({ value, choices, onChange }: MinDurationFieldProps) {
  const { t } = useTranslation('reports');
  const { formatSpan } = useFormat();
  const seconds = [...new Set([0, ...choices, value])].sort((a, b) => a - b);
  return (
    <Select<number>
      aria-label={t('filter.minDuration')}
      value={value}
      options={seconds.map((one) => ({
        value: one,
        label: one === 0 ? t('filter.anyDuration') : t('filter.atLeast', { value: formatSpan(one * 1_000) }),
      }))}
      onChange={onChange}
    />
  );
}
