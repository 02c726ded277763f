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
  /** To measure it. */
  readonly ref: Ref<HTMLElement>;
  readonly view: MapView;
  readonly entry: PanelEntry;
  readonly collapsed: boolean;
  readonly onCollapse: (folded: boolean) => void;
}

/**
 * The tool panel that is shown, beside the tool bar or, on a phone, along the bottom. Hiding it ends all that it began: its forms,
 * drawing and measuring go with their component, and the toasts that stand open with it. A folded panel is still shown.
 */
export function ToolDock({ ref, view, entry, collapsed, onCollapse }: ToolDockProps) {
  const { panel } = entry;
  const { t } = useTranslation('mapTools');
  const { message } = App.useApp();
  const [hide] = useState(() => () => useToolPanels.getState().show(null));

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another panel takes its place
  useEffect(() => () => message.destroy(), [panel, message]);

  useShortcuts(['Escape'], (event) => {
    // One Escape closes one thing.
    event.preventDefault();
    hide();
  });

  const name = t(`panels.${panel}`);
  return (
    <section ref={ref} className={styles.dock} data-folded={collapsed} aria-label={name}>
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
