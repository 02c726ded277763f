import { MAP_OBJECTS } from '@wakeline/contract/entities/map-object';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './kinds-part.module.css';
import { useShownKinds } from './kinds-store.ts';

const TEXT = { fence: 'panels.fence', route: 'panels.line', labelPoint: 'panels.point' } as const;

/** Which kinds of objects lie on this map. */
export function KindsPart() {
  const { t } = useTranslation('mapTools');
  const { shown, show } = useShownKinds();
  return (
    <fieldset className={styles.part}>
      <legend>{t('objects')}</legend>
      {MAP_OBJECTS.map((kind) => (
        <Checkbox
          key={kind}
          checked={shown.includes(kind)}
          onChange={({ target }) => show(kind, target.checked)}
        >
          {t(TEXT[kind])}
        </Checkbox>
      ))}
    </fieldset>
  );
}
