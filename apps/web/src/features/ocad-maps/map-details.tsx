import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { useTranslation } from 'react-i18next';
import styles from './ocad-maps.module.css';

/** Scale, coordinate system and size of a map. */
export function MapDetails({ map }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  const [left, bottom, right, top] = map.paperBounds;
  const { coordinateSystem: system } = map;
  const rows = [
    [t('scale'), `1:${map.mapScale}`],
    [t('system'), system === null ? t('noSystem') : `${system.name} (EPSG:${system.code})`],
    [t('position'), t(`positionSource.${map.position}`)],
    [t('paperSize'), `${Math.round(right - left)} × ${Math.round(top - bottom)} mm`],
    [
      t('objects'),
      map.ignoredObjects === 0
        ? String(map.objects)
        : t('objectsIgnored', { count: map.ignoredObjects, objects: map.objects }),
    ],
    [t('version'), `OCAD ${map.ocadVersion}`],
  ] as const;
  return (
    <dl className={styles.details}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
