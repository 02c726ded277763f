import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DeviceFilter } from '@wakeline/contract/trackers/devices';
import { SHEET_FORMATS, type SheetFormat } from '@wakeline/contract/trackers/import';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ImportDialog } from '../../../parts/sheet-import/import-dialog.tsx';
import styles from '../../../parts/sheet-import/sheet-import.module.css';
import { DEVICE_SHEET } from '../../../parts/sheet-import/sheet-kind.ts';
import { showTaskTooltip } from '../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';

interface SheetButtonsProps {
  readonly canImport: boolean;
  /** The devices to export, at the time of the click. */
  readonly deviceFilter: () => DeviceFilter;
  /** Devices may have been registered. */
  readonly onImported: () => void;
}

/** Import and export of devices as spreadsheets. */
export function SheetButtons({ canImport, deviceFilter, onImported }: SheetButtonsProps) {
  const { t } = useTranslation('sheetImport');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const [isImporting, setIsImporting] = useState(false);
  const start = useMutation({
    mutationFn: (format: SheetFormat) =>
      client.call('exportDeviceDtosByEobUser', { format, deviceFilter: deviceFilter() }),
    onSuccess() {
      showTaskTooltip();
      message.info(t('export.started'), 5);
    },
    onError: (error) => void message.error(errorText(error, language)),
  });
  return (
    <span className={styles.buttons}>
      {canImport && (
        <Button icon={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
          {t('import')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: SHEET_FORMATS.map((format) => ({
            key: format,
            label: t(`export.${format}`),
            onClick: () => start.mutate(format),
          })),
        }}
      >
        <Button icon={<IconFileExport size={16} />} loading={start.isPending}>
          {t('export.button')}
        </Button>
      </Dropdown>
      {isImporting && (
        <ImportDialog kind={DEVICE_SHEET} onClose={() => setIsImporting(false)} onImported={onImported} />
      )}
    </span>
  );
}
