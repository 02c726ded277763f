import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { EXPORT_FORMATS, type ExportFormat } from '@wakeline/contract/map-objects/exchange';
import { App, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showTaskTooltip } from '../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';

/** Batch tasks whose files are to be downloaded. */
export const usePendingExports = create<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

interface ExportRequest {
  readonly kind: MapObjectKind;
  /** Omitted: all objects of the kind. */
  readonly ids?: readonly number[];
  readonly format: ExportFormat;
  readonly name?: string;
}

/** Exports objects as a batch task; the file is downloaded when it is finished, if the user is still on the map. */
function useExport(): { start(request: ExportRequest): Promise<void> } {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  return {
    async start({ kind, ids, format, name }) {
      try {
        const { taskProgressId } = await client.call('exportMapObjects', {
          kind,
          format,
          ...(ids === undefined ? {} : { ids: [...ids] }),
          ...(name === undefined ? {} : { name }),
        });
        usePendingExports.setState(({ ids: previous }) => ({ ids: [...previous, taskProgressId] }));
        showTaskTooltip();
        message.info(t('export.started'), 5);
      } catch (error) {
        message.error(errorText(error, language));
      }
    },
  };
}

/** Menu items for each export format. */
export function useExportItems(): (
  request: Omit<ExportRequest, 'format'>,
) => NonNullable<MenuProps['items']> {
  const { t } = useTranslation('mapObjects');
  const { start } = useExport();
  return (request) =>
    EXPORT_FORMATS.map((format) => ({
      key: format,
      label:
        request.ids === undefined
          ? t('export.all', { format: t(`format.${format}`) })
          : t(`format.${format}`),
      onClick: () => void start({ ...request, format }),
    }));
}
