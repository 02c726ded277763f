import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { Value } from '../../format/value.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { LayerDraft } from './layer-draft.ts';
import styles from './layer-editor.module.css';
import { residual } from './residual.ts';
import { warningsOfPair, worstPair } from './warning-texts.ts';

interface PointListProps {
  readonly draft: LayerDraft;
  /** Null while unknown. */
  readonly placement: LayerPlacement | null;
  readonly onRemove: (index: number) => void;
}

/** The pairs of points by number: their positions on picture and map, and the residual, of which the worst is marked. */
export function PointList({ draft, placement, onRemove }: PointListProps) {
  const { t } = useTranslation('imageLayers');
  const count = Math.max(draft.layerPoints.length, draft.mapPoints.length);
  if (count === 0) return <p className={styles.muted}>{t('editor.noPoints')}</p>;
  const worst = placement === null ? null : worstPair(placement);
  return (
    <table className={styles.points} aria-label={t('points')}>
      <thead>
        <tr>
          <th>{t('editor.number')}</th>
          <th>{t('editor.onPicture')}</th>
          <th>{t('editor.onMap')}</th>
          <th>{t('editor.residual')}</th>
          <th aria-label={t('delete')} />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, index) => (
          <PointRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its number
            key={index}
            {...{ draft, placement, index }}
            isWorst={index === worst}
            onRemove={() => onRemove(index)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PointRowProps extends Omit<PointListProps, 'onRemove'> {
  readonly index: number;
  readonly isWorst: boolean;
  readonly onRemove: () => void;
}

function PointRow({ draft, placement, index, isWorst, onRemove }: PointRowProps) {
  const { t } = useTranslation('imageLayers');
  const format = useFormat();
  const point = draft.layerPoints[index];
  const coordinates = draft.mapPoints[index];
  const residualMetres = placement?.residuals[index];
  const number = index + 1;
  const warnings = placement === null ? [] : warningsOfPair(placement, index);
  return (
    <tr data-worst={isWorst}>
      <th scope="row">{number}</th>
      <td>{point ? `${Math.round(point.x)}, ${Math.round(point.y)}` : t('editor.unset')}</td>
      <td>{coordinates ? format.formatCoordinates(coordinates[1], coordinates[0]) : t('editor.unset')}</td>
      <td>
        {residualMetres !== undefined && <Value quantity={residual(residualMetres)} />}
        {isWorst && <span className={styles.worst}>{t('editor.largest')}</span>}
        {warnings.map((kind) => (
          <span key={kind} className={styles.warning}>
            <IconAlertTriangle size={14} aria-hidden />
            {t(`pairWarning.${kind}`)}
          </span>
        ))}
      </td>
      <td>
        <IconButton
          danger
          size="small"
          label={t('editor.removePoint', { number })}
          icon={<IconTrash size={16} stroke={1.75} />}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}
