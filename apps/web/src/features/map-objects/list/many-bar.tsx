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

interface ManyBarProps {
  readonly kind: MapObjectKind;
  readonly picked: readonly MapObject[];
  readonly onAll: () => void;
  readonly onDone: () => void;
}

/** What is done with the chosen ones together. */
export function ManyBar({ kind, picked, onAll, onDone }: ManyBarProps) {
  const { t } = useTranslation('mapObjects');
  const { count } = useFormat();
  const changes = useChangeObjects(kind);
  const exportItems = useExportItems();
  const busy = useObjectsStore((state) => state.changing);
  const mayEdit = !busy && picked.some(({ abilities }) => abilities.edit);
  const mayRemove = !busy && picked.some(({ abilities }) => abilities.remove);
  return (
    <div className={styles.foot} role="toolbar" aria-label={t('list.choose')}>
      <span role="status">{t('list.chosen', { count: count(picked.length) })}</span>
      <Button size="small" type="link" onClick={onAll}>
        {t('list.all')}
      </Button>
      <IconButton
        size="small"
        placement="top"
        label={t('action.show')}
        icon={<IconEye size={18} />}
        disabled={!mayEdit}
        onClick={() => void changes.setDisplay(picked, 'SHOW')}
      />
      <IconButton
        size="small"
        placement="top"
        label={t('action.hide')}
        icon={<IconEyeOff size={18} />}
        disabled={!mayEdit}
        onClick={() => void changes.setDisplay(picked, 'HIDE')}
      />
      <Dropdown
        trigger={['click']}
        placement="topRight"
        disabled={picked.length === 0}
        menu={{ items: exportItems({ kind, ids: picked.map(({ id }) => id) }) }}
      >
        <Button
          size="small"
          type="text"
          aria-label={t('action.export')}
          disabled={picked.length === 0}
          icon={<IconDownload size={18} />}
        />
      </Dropdown>
      <IconButton
        size="small"
        danger
        placement="top"
        label={t('action.remove')}
        icon={<IconTrash size={18} />}
        disabled={!mayRemove}
        onClick={() => changes.remove(picked)}
      />
      <Button size="small" onClick={onDone}>
        {t('list.done')}
      </Button>
    </div>
  );
}
