import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReportFormat } from '@wakeline/contract/reports/report-files';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useTaskStarted } from './use-task-started.ts';

interface ExportButtonProps<Format extends ReportFormat> {
  /** Starts the export of what the filter of a table matches. */
  readonly start: (format: Format | 'xlsx') => Promise<unknown>;
  /** The formats of which the user chooses one; without them it is a workbook. */
  readonly formats?: readonly Format[];
  readonly disabled: boolean;
}

/** Exports the records of a table, as a batch task. */
export function ExportButton<Format extends ReportFormat = 'xlsx'>({
  start,
  formats,
  disabled,
}: ExportButtonProps<Format>) {
  const { t } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const onSuccess = useTaskStarted();
  const exporting = useMutation({
    mutationFn: start,
    onSuccess,
    onError: (error) => void message.error(errorText(error, language)),
  });
  const button = (
    <Button
      icon={<IconFileSpreadsheet size={16} />}
      disabled={disabled}
      loading={exporting.isPending}
      {...(formats !== undefined ? {} : { onClick: () => exporting.mutate('xlsx') })}
    >
      {t('action.export')}
    </Button>
  );
  if (formats === undefined) return button;
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled || exporting.isPending}
      menu={{
        items: formats.map((key) => ({ key, label: t(`action.exportAs.${key as ReportFormat}`) })),
        onClick: ({ key }) => exporting.mutate(formats.find((format) => format === key) ?? 'xlsx'),
      }}
    >
      {button}
    </Dropdown>
  );
}
