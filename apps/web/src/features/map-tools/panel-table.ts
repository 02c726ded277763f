import {
  IconHexagon,
  IconMapPin,
  IconRadar2,
  IconRoute,
  IconRulerMeasure,
  IconStack2,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Area } from '../../i18n/areas.ts';
import type { ToolPanel, ToolPanelProps } from './tool-panels.ts';

interface PanelEntry {
  readonly Icon: typeof IconMapPin;
  /** Areas of texts that it uses beyond those of the map screen. */
  readonly areas: readonly Area[];
  readonly load: () => Promise<ComponentType<ToolPanelProps>>;
}

/** What is behind each button of the tool bar; the code of a panel comes when it is first opened. */
export const PANELS: Readonly<Record<ToolPanel, PanelEntry>> = {
  trace: {
    Icon: IconRadar2,
    areas: ['watch'],
    load: () => import('../shares/trace-panel.tsx').then(({ TracePanel }) => TracePanel),
  },
  line: {
    Icon: IconRoute,
    areas: ['objects'],
    load: () => import('../map-objects/route-panel.tsx').then(({ RoutePanel }) => RoutePanel),
  },
  fence: {
    Icon: IconHexagon,
    areas: ['objects'],
    load: () => import('../map-objects/fence-panel.tsx').then(({ FencePanel }) => FencePanel),
  },
  point: {
    Icon: IconMapPin,
    areas: ['objects'],
    load: () => import('../map-objects/point-panel.tsx').then(({ PointPanel }) => PointPanel),
  },
  layer: {
    Icon: IconStack2,
    areas: ['layers', 'ownLayers'],
    load: () => import('../base-layers/layer-panel.tsx').then(({ LayerPanel }) => LayerPanel),
  },
  measure: {
    Icon: IconRulerMeasure,
    areas: [],
    load: () => import('./measure-panel.tsx').then(({ MeasurePanel }) => MeasurePanel),
  },
};
