import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './retention-form.module.css';
import { useSaveAccountSettings } from './use-account-settings.ts';

interface RetentionFormProps {
  readonly stored: number;
  readonly disabled: boolean;
  readonly 'aria-labelledby': string;
}

/** Retention period in days. A shorter period requires confirmation, which shows what would be erased. */
export function RetentionForm({ stored, disabled, ...labelProps }: RetentionFormProps) {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation('app');
  const { formatDateTime } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const { message, modal } = App.useApp();
  const [days, setDays] = useState<number | null>(stored);
  const save = useSaveAccountSettings();
  const unsaved = days !== null && days !== stored;
  useUnsavedPrompt(unsaved && !save.isPending);
  const formatCount = (number: number) => (number < LIMITS.retentionCount ? String(number) : `${number}+`);
  const countLoss = useMutation({
    mutationFn: (retentionDays: number) => client.call('countRetentionLoss', { retentionDays }),
    onSuccess: ({ before, trackers, auditEntries }, retentionDays) =>
      void modal.confirm({
        // Pressing Enter in the field must not confirm the deletion.
        autoFocusButton: 'cancel',
        title: t('devices.shorten', { count: retentionDays }),
        content: t('devices.loss', {
          time: formatDateTime(before),
          trackers: formatCount(trackers),
          entries: formatCount(auditEntries),
        }),
        okText: t('devices.erase'),
        okButtonProps: { danger: true },
        onOk: () => save.mutate({ retentionDays }),
      }),
    onError: (error) => void message.error(errorText(error, language)),
  });

  function submit(): void {
    if (days === null) return;
    if (days < stored) countLoss.mutate(days);
    else save.mutate({ retentionDays: days });
  }

  return (
    <div className={styles.row}>
      <InputNumber
        {...labelProps}
        min={1}
        max={LIMITS.retentionDays}
        precision={0}
        value={days}
        disabled={disabled}
        suffix={t('devices.days')}
        onChange={setDays}
        onPressEnter={submit}
      />
      <Button
        type="primary"
        disabled={disabled || !unsaved}
        loading={save.isPending || countLoss.isPending}
        onClick={submit}
      >
        {tApp('action.save')}
      </Button>
    </div>
  );
}
