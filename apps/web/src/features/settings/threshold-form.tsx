import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import styles from './threshold-form.module.css';
import { useSaveAccountSettings } from './use-account-settings.ts';

interface ThresholdFormProps {
  readonly field:
    | 'offlineMinutes'
    | 'movingSpeed'
    | 'minTripMetres'
    | 'minTripMinutes'
    | 'minStopMinutes'
    | 'gapMinutes';
  readonly stored: number;
  /** Default: 1. */
  readonly min?: number;
  readonly max: number;
  readonly unit: string;
  readonly 'aria-labelledby': string;
}

/** A whole number that devices are judged by. */
export function ThresholdForm({ field, stored, min = 1, max, unit, ...labelProps }: ThresholdFormProps) {
  const { t: tApp } = useTranslation('app');
  const [value, setValue] = useState<number | null>(stored);
  const save = useSaveAccountSettings();
  const unsaved = value !== null && value !== stored;
  useUnsavedPrompt(unsaved && !save.isPending);

  function submit(): void {
    if (unsaved) save.mutate({ [field]: value });
  }

  return (
    <div className={styles.row}>
      <InputNumber
        {...labelProps}
        className={styles.number ?? ''}
        min={min}
        max={max}
        precision={0}
        value={value}
        suffix={unit}
        onChange={setValue}
        onPressEnter={submit}
      />
      <Button type="primary" disabled={!unsaved} loading={save.isPending} onClick={submit}>
        {tApp('action.save')}
      </Button>
    </div>
  );
}
