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
  namespaces: ['baseLayers', 'ownLayers'],
  load: () => import('../layers/layer-panel.tsx').then(({ LayerPanel }) => LayerPanel),
};

/** On maps where objects are looked at only, their kinds are chosen with the layers. */
const LAYERS_AND_OBJECTS_PANEL: PanelEntry = {
  ...LAYER_PANEL,
  load: () =>
    import('./layers-and-objects-panel.tsx').then(({ LayersAndObjectsPanel }) => LayersAndObjectsPanel),
};

/** For visitors of a share link: base layers alone; what is the account's own is not theirs to see. */
const BASE_LAYERS_PANEL: PanelEntry = {
  ...LAYER_PANEL,
  namespaces: ['baseLayers'],
  load: () => import('../layers/base-layers-panel.tsx').then(({ BaseLayersPanel }) => BaseLayersPanel),
};

/** The tools of replays and watches of a signed-in user. */
export const VIEW_PANELS: readonly PanelEntry[] = [LAYERS_AND_OBJECTS_PANEL, MEASURE_PANEL];

/** In three dimensions nothing is measured: a distance on a tilted picture misleads. */
export const THREE_D_PANELS: readonly PanelEntry[] = [LAYERS_AND_OBJECTS_PANEL];

export const VISITOR_PANELS: readonly PanelEntry[] = [BASE_LAYERS_PANEL, MEASURE_PANEL];
