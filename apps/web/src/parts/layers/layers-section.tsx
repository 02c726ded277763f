import { App, Button, Checkbox, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import { KIND_DETAILS, type LayerKind } from './layer-kinds.ts';
import styles from './layers-section.module.css';
import { useChangeLayer } from './use-change-layer.ts';
import { useLayers } from './use-layers.ts';

/** The account's layers of a kind, topmost first. A checkbox shows a layer on all maps of the account. */
export function LayersSection({ kind }: { readonly kind: LayerKind }) {
  const { t } = useTranslation('imageLayers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { isAvailable, query } = useLayers(kind);
  const change = useChangeLayer(kind);
  const { data, error, refetch } = query;
  if (!isAvailable) return null;

  function setLayerVisible(layerId: number, visible: boolean): void {
    change.mutate(
      { kind: 'display', layerId, visible },
      { onError: (cause) => message.error(errorText(cause, language)) },
    );
  }

  return (
    <section className={styles.section} aria-label={t(`${kind}.title`)}>
      <header className={styles.header}>
        <h3>{t(`${kind}.title`)}</h3>
        <Button type="link" size="small" onClick={() => navigate(KIND_DETAILS[kind].listPath)}>
          {t('manage')}
        </Button>
      </header>
      {data === undefined && error === null && <Spin size="small" />}
      {data === undefined && error !== null && (
        <p role="alert" className={styles.muted}>
          {errorText(error, language)}{' '}
          {!isPermissionError(error) && (
            <Button size="small" onClick={() => void refetch()}>
              {tApp('action.retry')}
            </Button>
          )}
        </p>
      )}
      {data?.list.length === 0 && <p className={styles.muted}>{t(`${kind}.none`)}</p>}
      {data !== undefined && data.list.length > 0 && (
        <ul className={styles.checkboxes}>
          {data.list.toReversed().map(({ layerId, layerName, visible, abilities }) => (
            <li key={layerId}>
              <Checkbox
                checked={
                  change.isPending &&
                  change.variables.kind === 'display' &&
                  change.variables.layerId === layerId
                    ? change.variables.visible
                    : visible
                }
                disabled={!abilities.edit}
                onChange={({ target }) => setLayerVisible(layerId, target.checked)}
              >
                {layerName}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
