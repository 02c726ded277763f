import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import styles from './import-dialog.module.css';

interface FileObject {
  readonly kind: MapObjectKind;
  readonly name: string;
  readonly line: number | null;
  readonly pointCount: number;
  readonly length: number | null;
}

interface FileObjectListProps {
  readonly objects: readonly FileObject[];
  readonly total: number;
  /** Number of unsupported objects in the file. */
  readonly skipped: number;
}

/** Maximum number of listed objects; the rest is counted. */
const MAX_LISTED = 100;

/** The contents of a file. */
export function FileObjectList({ objects, total, skipped }: FileObjectListProps) {
  const { t } = useTranslation('mapObjects');
  const { t: tFormat } = useTranslation('format');
  const { formatCount } = useFormat();
  const describe = ({ kind, length, pointCount }: FileObject) => {
    if (kind === 'labelPoint') return '';
    const points = t('import.points', { count: pointCount, number: formatCount(pointCount) });
    if (length === null) return points;
    const { value, unit } = formatDistance(length);
    return `${value} ${tFormat(`unit.${unit}`)} · ${points}`;
  };
  const listed = objects.slice(0, MAX_LISTED);
  return (
    <>
      <ol className={styles.objects} aria-label={t('import.inIt')}>
        {listed.map((object, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file does not change
          <li key={index}>
            <span title={object.name}>{object.name === '' ? t(`${object.kind}.one`) : object.name}</span>
            <small>
              {[
                t(`${object.kind}.one`),
                describe(object),
                object.line === null ? '' : t('import.line', { line: object.line }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      {total > listed.length && (
        <p className={styles.note}>{t('import.more', { count: total - listed.length })}</p>
      )}
      {skipped > 0 && <p className={styles.note}>{t('import.skipped', { count: skipped })}</p>}
    </>
  );
}
