import { IconDownload, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChangeObjects } from '../changes/use-change-objects.ts';
import { useExportItems } from '../files/use-export.ts';
import styles from '../object-panel.module.css';

interface BulkActionBarProps {
  readonly kind: MapObjectKind;
  readonly selected: readonly MapObject[];
  readonly onSelectAll: () => void;
  readonly onDone: () => void;
}

/** Actions for the selected objects. */
export function BulkActionBar({ kind, selected, onSelectAll, onDone }: BulkActionBarProps) {
  const { t } = useTranslation('mapObjects');
  const { formatCount } = useFormat();
  const changes = useChangeObjects(kind);
  const exportItems = useExportItems();
  const busy = useObjectsStore((state) => state.changing);
  const canEdit = !busy && selected.some(({ abilities }) => abilities.edit);
  const canRemove = !busy && selected.some(({ abilities }) => abilities.remove);
  return (
    <div className={styles.foot} role="toolbar" aria-label={t('list.choose')}>
      <span role="status">{t('list.chosen', { count: formatCount(selected.length) })}</span>
      <Button size="small" type="link" onClick={onSelectAll}>
        {t('list.all')}
      </Button>
      <IconButton
        size="small"
        placement="top"
        label={t('action.show')}
        icon={<IconEye size={18} />}
        disabled={!canEdit}
        onClick={() => void changes.setDisplay(selected, 'SHOW')}
      />
      <IconButton
        size="small"
        placement="top"
        label={t('action.hide')}
        icon={<IconEyeOff size={18} />}
        disabled={!canEdit}
        onClick={() => void changes.setDisplay(selected, 'HIDE')}
      />
      <Dropdown
        trigger={['click']}
        placement="topRight"
        disabled={selected.length === 0}
        menu={{ items: exportItems({ kind, ids: selected.map(({ id }) => id) }) }}
      >
        <Button
          size="small"
          type="text"
          aria-label={t('action.export')}
          disabled={selected.length === 0}
          icon={<IconDownload size={18} />}
        />
      </Dropdown>
      <IconButton
        size="small"
        danger
        placement="top"
        label={t('action.remove')}
        icon={<IconTrash size={18} />}
        disabled={!canRemove}
        onClick={() => changes.remove(selected)}
      />
      <Button size="small" onClick={onDone}>
        {t('list.done')}
      </Button>
    </div>
  );
}
