import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import { distance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import styles from './import-dialog.module.css';

interface Found {
  readonly kind: MapObjectKind;
  readonly name: string;
  readonly line: number | null;
  readonly pointCount: number;
  readonly length: number | null;
}

interface FoundListProps {
  readonly found: readonly Found[];
  readonly total: number;
  /** Things in the file that are none of these. */
  readonly left: number;
}

/** Lines that are drawn; of larger files the number says the rest. */
const MOST = 100;

/** What is in a file. */
export function FoundList({ found, total, left }: FoundListProps) {
  const { t } = useTranslation('mapObjects');
  const { t: format } = useTranslation('format');
  const { count } = useFormat();
  const fact = ({ kind, length, pointCount }: Found) => {
    if (kind === 'labelPoint') return '';
    const points = t('import.points', { count: pointCount, number: count(pointCount) });
    if (length === null) return points;
    const { value, unit } = distance(length);
    return `${value} ${format(`unit.${unit}`)} · ${points}`;
  };
  const shown = found.slice(0, MOST);
  return (
    <>
      <ol className={styles.found} aria-label={t('import.inIt')}>
        {shown.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file does not change
          <li key={at}>
            <span title={one.name}>{one.name === '' ? t(`${one.kind}.one`) : one.name}</span>
            <small>
              {[
                t(`${one.kind}.one`),
                fact(one),
                one.line === null ? '' : t('import.line', { line: one.line }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
      {total > shown.length && (
        <p className={styles.note}>{t('import.more', { count: total - shown.length })}</p>
      )}
      {left > 0 && <p className={styles.note}>{t('import.left', { count: left })}</p>}
    </>
  );
}
