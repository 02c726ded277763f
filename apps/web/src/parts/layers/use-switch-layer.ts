import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useLayerChoice } from './choice-store.ts';

/** Switches to another layer: at once, or after confirmation when a sea chart is involved. */
export function useSwitchLayer(current: BaseLayer | null): (next: BaseLayer) => void {
  const { t } = useTranslation('baseLayers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { modal } = App.useApp();
  const { storeLayer } = useLayerChoice();

  return (next) => {
    const applyLayer = () => storeLayer({ index: next.index, name: next.key });
    if (next.key === current?.key) return;
    if (!next.chart && current?.chart !== true) {
      applyLayer();
      return;
    }
    const direction = next.chart ? 'toChart' : 'fromChart';
    modal.confirm({
      title: t(`${direction}.title`, { name: next.names[language] }),
      content: t(`${direction}.text`),
      okText: t('switch'),
      cancelText: tApp('action.cancel'),
      onOk: applyLayer,
    });
  };
}
