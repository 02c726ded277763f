import { IconRulerMeasure, IconStack2 } from '@tabler/icons-react';
import type { PanelEntry } from '../map-tools/tool-panels.ts';

export const MEASURE_PANEL: PanelEntry = {
  panel: 'measure',
  Icon: IconRulerMeasure,
  namespaces: [],
  load: () => import('../map-tools/measure-panel.tsx').then(({ MeasurePanel }) => MeasurePanel),
};

/** The base layers and the account's own. */
export const LAYER_PANEL: PanelEntry = {
  panel: 'layer',
  Icon: IconStack2,
  namespaces: ['baseLayers', 'imageLayers'],
  load: () => import('../layers/layer-panel.tsx').then(({ LayerPanel }) => LayerPanel),
};

/** On maps with read-only objects, the kinds of objects are selected together with the layers. */
const LAYERS_AND_OBJECTS_PANEL: PanelEntry = {
  ...LAYER_PANEL,
  load: () =>
    import('./layers-and-objects-panel.tsx').then(({ LayersAndObjectsPanel }) => LayersAndObjectsPanel),
};

/** For visitors of a share link: only base layers, because the account's own are not visible to them. */
const BASE_LAYERS_PANEL: PanelEntry = {
  ...LAYER_PANEL,
  namespaces: ['baseLayers'],
  load: () => import('../layers/base-layers-panel.tsx').then(({ BaseLayersPanel }) => BaseLayersPanel),
};

/** The tools of replay and watch pages for signed-in users. */
export const VIEW_PANELS: readonly PanelEntry[] = [LAYERS_AND_OBJECTS_PANEL, MEASURE_PANEL];

/** No measuring in 3D, because distances on a tilted map mislead. */
export const THREE_D_PANELS: readonly PanelEntry[] = [LAYERS_AND_OBJECTS_PANEL];

export const VISITOR_PANELS: readonly PanelEntry[] = [BASE_LAYERS_PANEL, MEASURE_PANEL];
