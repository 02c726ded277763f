import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './layer-config.module.css';
import type { LayerDraft } from './layer-draft.ts';
import { residual } from './residual.ts';

interface PointListProps {
  readonly draft: LayerDraft;
  /** Residual of each pair in metres; null while unknown. */
  readonly residuals: readonly number[] | null;
  readonly onRemove: (index: number) => void;
}

/** The pairs of points by number: their positions on picture and map, and the residual. */
export function PointList({ draft: { layerPoints, mapPoints }, residuals, onRemove }: PointListProps) {
  const { t } = useTranslation('ownLayers');
  const format = useFormat();
  const count = Math.max(layerPoints.length, mapPoints.length);
  if (count === 0) return <p className={styles.muted}>{t('config.noPoints')}</p>;
  return (
    <table className={styles.points} aria-label={t('points')}>
      <thead>
        <tr>
          <th>{t('config.number')}</th>
          <th>{t('config.onPicture')}</th>
          <th>{t('config.onMap')}</th>
          <th>{t('config.residual')}</th>
          <th aria-label={t('delete')} />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, index) => {
          const point = layerPoints[index];
          const coordinates = mapPoints[index];
          const residualMetres = residuals?.[index];
          const number = index + 1;
          return (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{point ? `${Math.round(point.x)}, ${Math.round(point.y)}` : t('config.unset')}</td>
              <td>
                {coordinates ? format.formatCoordinates(coordinates[1], coordinates[0]) : t('config.unset')}
              </td>
              <td>{residualMetres === undefined ? '' : <Value quantity={residual(residualMetres)} />}</td>
              <td>
                <IconButton
                  danger
                  size="small"
                  label={t('config.removePoint', { number })}
                  icon={<IconTrash size={16} stroke={1.75} />}
                  onClick={() => onRemove(index)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
