import { NamedError } from '@wakeline/contract/errors';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useOwnLayers } from '../../parts/layers/use-own-layers.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './layer-config.module.css';
import { LayerConfig } from './layer-config.tsx';

/** Configures the layer in the address (`?layer=7`), or a new one, for users who may edit it. */
export function LayerConfigPage() {
  const { t } = useTranslation('ownLayers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, refetch } = useOwnLayers().query;
  const layerParam = query.get('layer');

  if (data === undefined && error === null)
    return (
      <Screen title={t('title')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </Screen>
    );
  const layer = data?.list.find(({ layerId }) => String(layerId) === layerParam) ?? null;
  const canEdit = layerParam === null ? data?.abilities.add : layer?.abilities.edit;
  if (canEdit === true) return <LayerConfig key={layerParam} layer={layer} />;

  const cause =
    data === undefined
      ? error
      : new NamedError(layerParam !== null && layer === null ? 'layer-unknown' : 'not-allowed');
  return (
    <Screen title={t('title')}>
      <div className={styles.failure} role="alert">
        <p>{errorText(cause, language)}</p>
        {data === undefined && !isPermissionError(error) ? (
          <Button onClick={() => void refetch()}>{tApp('action.retry')}</Button>
        ) : (
          <Button onClick={() => navigate('/mapMyself')}>{t('title')}</Button>
        )}
      </div>
    </Screen>
  );
}
