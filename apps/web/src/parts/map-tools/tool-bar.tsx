import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './tool-bar.module.css';
import { type PanelEntry, useToolPanels } from './tool-panels.ts';

/** A button for each tool panel. The button of the active panel is pressed and closes it. */
export function ToolBar({ panels }: { readonly panels: readonly PanelEntry[] }) {
  const { t } = useTranslation('mapTools');
  const { activePanel, show } = useToolPanels();
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bar')} aria-orientation="vertical">
      {panels.map(({ panel, Icon }) => {
        const pressed = activePanel === panel;
        return (
          <IconButton
            key={panel}
            label={t(`panels.${panel}`)}
            icon={<Icon size={18} />}
            placement="left"
            aria-pressed={pressed}
            className={(pressed && styles.pressed) || ''}
            onClick={() => show(pressed ? null : panel)}
          />
        );
      })}
    </div>
  );
}
