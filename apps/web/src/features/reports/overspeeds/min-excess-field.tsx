import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { OVERSPEED_EXCESSES } from './overspeed-request.ts';

interface MinExcessFieldProps {
  /** km/h; 0: any. */
  readonly value: number;
  readonly onChange: (excess: number) => void;
}

/** The least excess of overspeeds. */
export function MinExcessField({ value, onChange }: MinExcessFieldProps) {
  const { t } = useTranslation('overspeedReport');
  const excesses = [...new Set([0, ...OVERSPEED_EXCESSES, value])].sort((a, b) => a - b);
  return (
    <Select<number>
      aria-label={t('minExcess')}
      value={value}
      options={excesses.map((one) => ({
        value: one,
        label: one === 0 ? t('anyExcess') : t('excessAtLeast', { value: one }),
      }))}
      onChange={onChange}
    />
  );
}
