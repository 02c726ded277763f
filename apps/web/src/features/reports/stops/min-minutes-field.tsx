import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { STOP_MINUTES } from './stop-request.ts';

interface MinMinutesFieldProps {
  readonly value: number;
  readonly onChange: (minutes: number) => void;
}

/** The least duration of stops. */
export function MinMinutesField({ value, onChange }: MinMinutesFieldProps) {
  const { t } = useTranslation('stopReport');
  // The usual minutes, and the present ones.
  const minutes = [...new Set([...STOP_MINUTES, value])].sort((a, b) => a - b);
  return (
    <Select<number>
      aria-label={t('minMinutes')}
      value={value}
      options={minutes.map((count) => ({ value: count, label: t('minutes', { count }) }))}
      onChange={onChange}
    />
  );
}
