import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { Objects } from '../../../parts/map-objects/use-objects.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../object-panel.module.css';

interface ListNotesProps {
  readonly kind: MapObjectKind;
  readonly objects: Objects;
  /** Number of objects that match the filter. */
  readonly matchCount: number;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onClear: () => void;
}

/** Shown instead of rows: loading, failed, empty, or no match. */
export function ListNotes({ kind, objects, matchCount, onAdd, onImport, onClear }: ListNotesProps) {
  const { t } = useTranslation('mapObjects');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { state, list, error, canAdd, reload } = objects;
  if (state === 'pending')
    return (
      <div className={styles.skeletons} aria-busy="true">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} active title={false} avatar={{ size: 26 }} paragraph={{ rows: 2 }} />
        ))}
      </div>
    );
  if (state === 'failed')
    return (
      <div className={styles.note} role="alert">
        <p>{errorText(error, language)}</p>
        <Button size="small" onClick={() => void reload()}>
          {tApp('action.retry')}
        </Button>
      </div>
    );
  if (list.length === 0)
    return (
      <div className={styles.note}>
        <strong>{t(`${kind}.none`)}</strong>
        <p>{t(canAdd ? `${kind}.noneHint` : 'noneViewer')}</p>
        {canAdd && (
          <div className={styles.actions}>
            <Button type="primary" onClick={onAdd}>
              {t(`${kind}.add`)}
            </Button>
            <Button onClick={onImport}>{t('import.open')}</Button>
          </div>
        )}
      </div>
    );
  if (matchCount > 0) return null;
  return (
    <div className={styles.note}>
      <strong>{t(`${kind}.noMatch`)}</strong>
      <p>{t('list.noMatchHint')}</p>
      <Button size="small" onClick={onClear}>
        {t('list.clear')}
      </Button>
    </div>
  );
}
