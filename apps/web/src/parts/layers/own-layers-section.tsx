import { App, Button, Checkbox, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';
import styles from './own-layers-section.module.css';
import { useChangeLayer } from './use-change-layer.ts';
import { useOwnLayers } from './use-own-layers.ts';

/**
 * The account's own layers below the base layers, topmost first. A checkbox shows a layer on all maps of the account.
 */
export function OwnLayersSection() {
  const { t } = useTranslation('ownLayers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { isAvailable, query } = useOwnLayers();
  const change = useChangeLayer();
  const { data, error, refetch } = query;
  if (!isAvailable) return null;

  function setLayerVisible(layerId: number, visible: boolean): void {
    change.mutate(
      { kind: 'display', layerId, visible },
      { onError: (cause) => message.error(errorText(cause, language)) },
    );
  }

  return (
    <section className={styles.section} aria-label={t('title')}>
      <header className={styles.header}>
        <h3>{t('title')}</h3>
        <Button type="link" size="small" onClick={() => navigate('/mapMyself')}>
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
      {data?.list.length === 0 && <p className={styles.muted}>{t('none')}</p>}
      {data !== undefined && data.list.length > 0 && (
        <ul className={styles.checkboxes}>
          {data.list.toReversed().map(({ layerId, layerName, display, abilities }) => (
            <li key={layerId}>
              <Checkbox
                checked={
                  change.isPending &&
                  change.variables.kind === 'display' &&
                  change.variables.layerId === layerId
                    ? change.variables.visible
                    : display === 'SHOW'
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
