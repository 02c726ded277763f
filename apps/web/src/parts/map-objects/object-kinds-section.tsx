import { MAP_OBJECT_KINDS } from '@wakeline/contract/entities/map-object';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './object-kinds-section.module.css';
import { useVisibleKinds } from './visible-kinds-store.ts';

const TEXT_KEYS = { fence: 'panels.fence', route: 'panels.line', labelPoint: 'panels.point' } as const;

/** Selects the kinds of objects on this map. */
export function ObjectKindsSection() {
  const { t } = useTranslation('mapTools');
  const { visibleKinds, setVisible } = useVisibleKinds();
  return (
    <fieldset className={styles.section}>
      <legend>{t('objects')}</legend>
      {MAP_OBJECT_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          checked={visibleKinds.includes(kind)}
          onChange={({ target }) => setVisible(kind, target.checked)}
        >
          {t(TEXT_KEYS[kind])}
        </Checkbox>
      ))}
    </fieldset>
  );
}
