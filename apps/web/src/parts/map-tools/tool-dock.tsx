import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { App } from 'antd';
import { type Ref, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../map/map-view.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { LazyPanel } from './lazy-panel.tsx';
import styles from './tool-dock.module.css';
import { type PanelEntry, useToolPanels } from './tool-panels.ts';

interface ToolDockProps {
  /** For measuring its size. */
  readonly ref: Ref<HTMLElement>;
  readonly view: MapView;
  readonly entry: PanelEntry;
  readonly collapsed: boolean;
  readonly onCollapse: (collapsed: boolean) => void;
}

/**
 * The active tool panel, beside the tool bar or, on a phone, at the bottom. Closing it unmounts its forms, drawing and
 * measuring, and closes its messages. A collapsed panel stays mounted.
 */
export function ToolDock({ ref, view, entry, collapsed, onCollapse }: ToolDockProps) {
  const { panel } = entry;
  const { t } = useTranslation('mapTools');
  const { message } = App.useApp();
  const [hide] = useState(() => () => useToolPanels.getState().show(null));

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another panel replaces it
  useEffect(() => () => message.destroy(), [panel, message]);

  useShortcuts(['Escape'], (event) => {
    // Each press of Escape closes one panel or popup.
    event.preventDefault();
    hide();
  });

  const name = t(`panels.${panel}`);
  return (
    <section ref={ref} className={styles.dock} data-collapsed={collapsed} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        <IconButton
          label={collapsed ? t('expand') : t('collapse')}
          icon={collapsed ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        />
        <IconButton label={t('close')} icon={<IconX size={18} />} onClick={hide} />
      </header>
      <div className={styles.body} hidden={collapsed}>
        <LazyPanel key={panel} entry={entry} view={view} onClose={hide} />
      </div>
    </section>
  );
}
