import { type IconMapPin, IconRulerMeasure } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Area } from '../../i18n/areas.ts';
import type { ToolPanel, ToolPanelProps } from './tool-panels.ts';

interface PanelEntry {
  readonly Icon: typeof IconMapPin;
  /** Areas of texts that it uses beyond those of the map screen. */
  readonly areas: readonly Area[];
  readonly load: () => Promise<ComponentType<ToolPanelProps>>;
}

/** The tool panels in the order of their buttons; the code of each comes when it is first opened. */
export const PANELS: Readonly<Partial<Record<ToolPanel, PanelEntry>>> = {
  layer: {
    Icon: IconStack2,
    areas: ['layers'],
    load: () => import('../base-layers/layer-panel.tsx').then(({ LayerPanel }) => LayerPanel),
  },
  measure: {
    Icon: IconRulerMeasure,
    areas: [],
    load: () => import('./measure-panel.tsx').then(({ MeasurePanel }) => MeasurePanel),
  },
};
