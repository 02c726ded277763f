import { NamedError } from '@wakeline/contract/errors';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { KIND_DETAILS, type LayerKind } from '../../parts/layers/layer-kinds.ts';
import { useLayers } from '../../parts/layers/use-layers.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './layer-editor.module.css';
import { LayerEditor } from './layer-editor.tsx';

export function OwnLayerEditorPage() {
  return <LayerEditorPage kind="own" />;
}

export function RaceLayerEditorPage() {
  return <LayerEditorPage kind="race" />;
}

/** Edits the layer in the address (`?layer=7`), or a new one, for users who may edit it. */
function LayerEditorPage({ kind }: { readonly kind: LayerKind }) {
  const { t } = useTranslation('imageLayers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data, error, refetch } = useLayers(kind).query;
  const layerParam = query.get('layer');
  const title = t(`${kind}.title`);

  if (data === undefined && error === null)
    return (
      <Screen title={title}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </Screen>
    );
  const layer = data?.list.find(({ layerId }) => String(layerId) === layerParam) ?? null;
  const canEdit = layerParam === null ? data?.abilities.add : layer?.abilities.edit;
  if (canEdit === true) return <LayerEditor key={layerParam} kind={kind} layer={layer} />;

  const cause =
    data === undefined
      ? error
      : new NamedError(layerParam !== null && layer === null ? 'layer-unknown' : 'not-allowed');
  return (
    <Screen title={title}>
      <div className={styles.failure} role="alert">
        <p>{errorText(cause, language)}</p>
        {data === undefined && !isPermissionError(error) ? (
          <Button onClick={() => void refetch()}>{tApp('action.retry')}</Button>
        ) : (
          <Button onClick={() => navigate(KIND_DETAILS[kind].listPath)}>{title}</Button>
        )}
      </div>
    </Screen>
  );
}
