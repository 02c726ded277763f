import { type CSSProperties, type ReactNode, useEffect } from 'react';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { usePhone } from '../../ui/media.ts';
import { MapTools } from './map-tools.tsx';
import styles from './panel-map.module.css';
import type { PanelEntry } from './tool-panels.ts';
import { useMapTools } from './use-map-tools.ts';

/** Pixels. */
export interface PanelSize {
  /** Beside the map. */
  readonly width: number;
  /** Heights on a phone, where the panel is a sheet. */
  readonly expanded: number;
  readonly collapsed: number;
}

interface PanelMapProps {
  readonly mapLabel: string;
  readonly panelLabel: string;
  readonly panelSize: PanelSize;
  /** On a phone: whether the sheet is expanded. */
  readonly isExpanded: boolean;
  /** A tool needs the space of the sheet. Must be a stable function. */
  readonly onCollapse: () => void;
  /** The base layer (`useBaseLayer`). */
  readonly base: BaseLayerSelection | null;
  /** Session storage key for centre and zoom. */
  readonly cameraStorageKey?: string;
  readonly view: MapView | null;
  readonly onReady: (view: MapView | null) => void;
  readonly tools: readonly PanelEntry[];
  /** Content over the map that needs the view. */
  readonly overlays: ReactNode;
  /** Content of the panel. */
  readonly children: ReactNode;
}

/** Pixels between the panel and the edge of the map. */
const MARGIN = 12;

/** A map with its tools and a panel at its left or, on a phone, a sheet at its bottom. */
export function PanelMap(props: PanelMapProps) {
  const { mapLabel, panelLabel, panelSize, isExpanded, onCollapse } = props;
  const { base, cameraStorageKey, view, onReady } = props;
  const phone = usePhone();
  const tools = useMapTools();
  const hasOpenTool = tools.tool.panel !== null;
  useEffect(() => {
    if (phone && hasOpenTool) onCollapse();
  }, [phone, hasOpenTool, onCollapse]);
  const sheetHeight = panelSize[isExpanded ? 'expanded' : 'collapsed'];
  const style = {
    '--panel-width': `${panelSize.width}px`,
    '--sheet-height': `${sheetHeight}px`,
  } as CSSProperties;
  return (
    <>
      <MapHost
        ariaLabel={mapLabel}
        base={base}
        {...(cameraStorageKey !== undefined && { cameraStorageKey })}
        padding={{
          left: phone ? 0 : panelSize.width + MARGIN,
          right: tools.coveredArea.right,
          top: 0,
          bottom: phone ? Math.max(tools.coveredArea.bottom, sheetHeight) : 0,
        }}
        minimal={tools.coversMap}
        onReady={onReady}
      >
        {props.overlays}
      </MapHost>
      <MapTools view={view} panels={props.tools} tools={tools} />
      <aside className={styles.panel} style={style} aria-label={panelLabel}>
        {props.children}
      </aside>
    </>
  );
}
