import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { useTaskStarted } from './use-task-started.ts';

type ExportOperation = 'exportBdUserExcelFile' | 'exportEobBdMsgExcelFile';

interface ExportButtonProps<Name extends ExportOperation> {
  readonly operation: Name;
  readonly filter: PayloadInput<Operations[Name]>;
  readonly disabled: boolean;
}

/** Exports what the filter matches, as a batch task. */
export function ExportButton<Name extends ExportOperation>({
  operation,
  filter,
  disabled,
}: ExportButtonProps<Name>) {
  const { t } = useTranslation('satellite');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const onSuccess = useTaskStarted();
  const exporting = useMutation({
    mutationFn: () => client.call(operation, filter),
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
      {t('export')}
    </Button>
  );
}
