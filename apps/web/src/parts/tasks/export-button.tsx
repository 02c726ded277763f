import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { SHEET_FORMATS, type SheetFormat } from '@wakeline/contract/trackers/import';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { useTaskStarted } from './use-task-started.ts';

interface ExportButtonProps {
  /** Starts the export of what the filter of a table matches. */
  readonly start: (format: SheetFormat) => Promise<unknown>;
  /** Whether the user chooses the format; otherwise it is a workbook. */
  readonly hasFormats?: boolean;
  readonly disabled: boolean;
}

/** Exports the records of a table, as a batch task. */
export function ExportButton({ start, hasFormats = false, disabled }: ExportButtonProps) {
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
      {...(hasFormats ? {} : { onClick: () => exporting.mutate('xlsx') })}
    >
      {t('action.export')}
    </Button>
  );
  if (!hasFormats) return button;
  return (
    <Dropdown
      trigger={['click']}
      disabled={disabled || exporting.isPending}
      menu={{
        items: SHEET_FORMATS.map((key) => ({ key, label: t(`action.exportAs.${key}`) })),
        onClick: ({ key }) => exporting.mutate(SHEET_FORMATS.find((format) => format === key) ?? 'xlsx'),
      }}
    >
      {button}
    </Dropdown>
  );
}
