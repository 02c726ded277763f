import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { EXPORT_FORMATS, type ExportFormat } from '@wakeline/contract/map-objects/exchange';
import { App, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showTaskTip } from '../../../parts/tasks/task-tip.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';

/** Batch tasks for whose files somebody waits. */
export const useAwaited = create<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

interface Wish {
  readonly kind: MapObjectKind;
  /** Left out: all of the kind. */
  readonly ids?: readonly number[];
  readonly format: ExportFormat;
  readonly name?: string;
}

/** Has objects written into a file: a batch task, whose file is fetched as soon as it is there, while the person stays. */
function useExport(): { start(wish: Wish): Promise<void> } {
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
        useAwaited.setState(({ ids: before }) => ({ ids: [...before, taskProgressId] }));
        showTaskTip();
        message.info(t('export.started'), 5);
      } catch (error) {
        message.error(errorText(error, language));
      }
    },
  };
}

/** A menu entry for each format in which objects can be exported. */
export function useExportItems(): (wish: Omit<Wish, 'format'>) => NonNullable<MenuProps['items']> {
  const { t } = useTranslation('mapObjects');
  const { start } = useExport();
  return (wish) =>
    EXPORT_FORMATS.map((format) => ({
      key: format,
      label:
        wish.ids === undefined ? t('export.all', { format: t(`format.${format}`) }) : t(`format.${format}`),
      onClick: () => void start({ ...wish, format }),
    }));
}
