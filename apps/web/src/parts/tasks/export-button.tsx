import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useTaskStarted } from './use-task-started.ts';

interface ExportButtonProps {
  /** Starts the export of what the filter of a table matches. */
  readonly start: () => Promise<unknown>;
  readonly disabled: boolean;
}

/** Exports the records of a table, as a batch task. */
export function ExportButton({ start, disabled }: ExportButtonProps) {
  const { t } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const onSuccess = useTaskStarted();
  const exporting = useMutation({
    mutationFn: start,
    onSuccess,
    onError: (error) => void message.error(errorText(error, language)),
  });
  return (
    <Button
      icon={<IconFileSpreadsheet size={16} />}
      disabled={disabled}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {t('action.export')}
    </Button>
  );
}
