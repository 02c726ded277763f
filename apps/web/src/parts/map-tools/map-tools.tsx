import type { ReactNode } from 'react';
import type { MapView } from '../../map/map-view.ts';
import styles from './map-tools.module.css';
import { ToolBar } from './tool-bar.tsx';
import { ToolDock } from './tool-dock.tsx';
import type { PanelEntry } from './tool-panels.ts';
import type { MapToolsState } from './use-map-tools.ts';

interface MapToolsProps {
  /** Null: the map is not ready for drawing. */
  readonly view: MapView | null;
  readonly panels: readonly PanelEntry[];
  readonly tools: MapToolsState;
  /** Buttons of the screen above the tool bar. */
  readonly children?: ReactNode;
}

/** The tool bar in the upper right corner of a map, and the active panel. */
export function MapTools({ view, panels, tools, children }: MapToolsProps) {
  const { tool, dockRef } = tools;
  const entry = panels.find(({ panel }) => panel === tool.panel);
  return (
    <>
      <div className={styles.tools}>
        {children}
        <ToolBar panels={panels} />
      </div>
      {view && entry && (
        <ToolDock
          ref={dockRef}
          view={view}
          entry={entry}
          collapsed={tool.collapsed}
          onCollapse={tool.setCollapsed}
        />
      )}
    </>
  );
}
