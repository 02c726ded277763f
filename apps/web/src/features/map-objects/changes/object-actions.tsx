import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { type MapObject, PANEL_BY_KIND } from '../../../parts/map-objects/map-object.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useExportItems } from '../files/use-export.ts';
import { useChangeObjects } from './use-change-objects.ts';

/** Actions in the popup of an object. */
export function ObjectActions({ object }: { readonly object: MapObject }) {
  const { t } = useTranslation('mapObjects');
  const { kind, id, name, abilities } = object;
  const show = useToolPanels((state) => state.show);
  const changes = useChangeObjects(kind);
  const exportItems = useExportItems();
  return (
    <footer>
      {abilities.edit && (
        <Button
          type="primary"
          size="small"
          icon={<IconPencil size={16} />}
          onClick={() => show(PANEL_BY_KIND[kind], { kind: 'object', id, edit: true })}
        >
          {t('action.edit')}
        </Button>
      )}
      <Dropdown trigger={['click']} menu={{ items: exportItems({ kind, ids: [id], name }) }}>
        <Button size="small" type="text" aria-label={t('action.export')} icon={<IconDownload size={18} />} />
      </Dropdown>
      {abilities.remove && (
        <IconButton
          size="small"
          danger
          label={t('action.remove')}
          placement="top"
          icon={<IconTrash size={18} />}
          onClick={() => changes.remove([object])}
        />
      )}
    </footer>
  );
}
