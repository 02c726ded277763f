import { IconDownload, IconListCheck, IconPlus, IconUpload } from '@tabler/icons-react';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useExportItems } from '../files/use-export.ts';
import styles from '../object-panel.module.css';

interface PanelHeadProps {
  readonly kind: MapObjectKind;
  /** Number of objects as text; null: not known yet. */
  readonly count: string | null;
  readonly canAdd: boolean;
  /** Whether there are objects to select and to export. */
  readonly hasObjects: boolean;
  readonly isSelecting: boolean;
  readonly loading: boolean;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onToggleSelection: () => void;
}

/** Number of objects, and actions for the list. */
export function PanelHead(props: PanelHeadProps) {
  const { kind, count, canAdd, hasObjects, isSelecting, loading, onAdd, onImport, onToggleSelection } = props;
  const { t } = useTranslation('mapObjects');
  const exportItems = useExportItems();
  return (
    <header className={styles.head}>
      <h3>{count === null ? '' : t('list.count', { count })}</h3>
      {hasObjects && (
        <>
          <IconButton
            label={t('list.choose')}
            aria-pressed={isSelecting}
            icon={<IconListCheck size={18} color={isSelecting ? 'var(--wl-accent)' : 'currentColor'} />}
            onClick={onToggleSelection}
          />
          <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: exportItems({ kind }) }}>
            <Button type="text" aria-label={t('action.export')} icon={<IconDownload size={18} />} />
          </Dropdown>
        </>
      )}
      {canAdd && (
        <>
          <IconButton label={t('import.open')} icon={<IconUpload size={18} />} onClick={onImport} />
          <Button type="primary" size="small" loading={loading} icon={<IconPlus size={16} />} onClick={onAdd}>
            {t('action.add')}
          </Button>
        </>
      )}
    </header>
  );
}
