import { IconDownload, IconListCheck, IconPlus, IconUpload } from '@tabler/icons-react';
import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useExportItems } from '../files/use-export.ts';
import styles from '../object-panel.module.css';

interface PanelHeadProps {
  readonly kind: MapObjectKind;
  /** How many there are, as text; null: not known yet. */
  readonly count: string | null;
  readonly canAdd: boolean;
  /** There is something to choose and to export. */
  readonly hasObjects: boolean;
  readonly choosing: boolean;
  readonly loading: boolean;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onChoose: () => void;
}

/** How many there are, and what can be done with the list as a whole. */
export function PanelHead(props: PanelHeadProps) {
  const { kind, count, canAdd, hasObjects, choosing, loading, onAdd, onImport, onChoose } = props;
  const { t } = useTranslation('mapObjects');
  const exportItems = useExportItems();
  return (
    <header className={styles.head}>
      <h3>{count === null ? '' : t('list.count', { count })}</h3>
      {hasObjects && (
        <>
          <IconButton
            label={t('list.choose')}
            aria-pressed={choosing}
            icon={<IconListCheck size={18} color={choosing ? 'var(--wl-accent)' : 'currentColor'} />}
            onClick={onChoose}
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
