import { IconTrash } from '@tabler/icons-react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './ocad-maps.module.css';
import type { PlaceDraft } from './use-place-draft.ts';

/** The pairs of points with their residuals. */
export function PairList({ draft }: { readonly draft: PlaceDraft }) {
  const { t } = useTranslation('ocadMaps');
  const format = useFormat();
  const { paperPoints, mapPoints, placement } = draft;
  const count = Math.max(paperPoints.length, mapPoints.length);
  const metres = (value: number) => `${value.toFixed(1)} m`;
  return (
    <div className={styles.pairs}>
      <Alert
        showIcon
        type={placement === null ? 'info' : 'success'}
        title={placement === null ? t('place.hint') : t('place.rmse', { rmse: metres(placement.rmse) })}
      />
      {count > 0 && (
        <table className={styles.pairTable} aria-label={t('place.pairs')}>
          <thead>
            <tr>
              <th>{t('place.number')}</th>
              <th>{t('place.onPaper')}</th>
              <th>{t('place.onMap')}</th>
              <th>{t('place.residual')}</th>
              <th aria-label={t('delete')} />
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, index) => {
              const [paper, position] = [paperPoints[index], mapPoints[index]];
              const residual = placement?.residuals[index];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a pair is identified by its number
                <tr key={index}>
                  <th scope="row">{index + 1}</th>
                  <td>
                    {paper === undefined ? t('place.unset') : `${paper.x.toFixed(1)}, ${paper.y.toFixed(1)}`}
                  </td>
                  <td>
                    {position === undefined
                      ? t('place.unset')
                      : format.formatCoordinates(position[1], position[0])}
                  </td>
                  <td>{residual === undefined ? '' : metres(residual)}</td>
                  <td>
                    <IconButton
                      danger
                      size="small"
                      label={t('place.remove', { number: index + 1 })}
                      icon={<IconTrash size={16} stroke={1.75} />}
                      onClick={() => draft.removePair(index)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
