import { IconHexagon, IconMapPin, IconRadar2, IconRoute } from '@tabler/icons-react';
import { LAYER_PANEL, MEASURE_PANEL } from '../../parts/map-kit/map-panels.ts';
import type { PanelEntry } from '../../parts/map-tools/tool-panels.ts';

/** The tools of the live map, in the order of the buttons of its tool bar. */
export const LIVE_PANELS: readonly PanelEntry[] = [
  {
    panel: 'trace',
    Icon: IconRadar2,
    namespaces: ['shares'],
    load: () => import('../../features/shares/trace-panel.tsx').then(({ TracePanel }) => TracePanel),
  },
  {
    panel: 'line',
    Icon: IconRoute,
    namespaces: ['mapObjects'],
    load: () =>
      import('../../features/map-objects/routes/route-panel.tsx').then(({ RoutePanel }) => RoutePanel),
  },
  {
    panel: 'fence',
    Icon: IconHexagon,
    namespaces: ['mapObjects'],
    load: () =>
      import('../../features/map-objects/fences/fence-panel.tsx').then(({ FencePanel }) => FencePanel),
  },
  {
    panel: 'point',
    Icon: IconMapPin,
    namespaces: ['mapObjects'],
    load: () =>
      import('../../features/map-objects/points/point-panel.tsx').then(({ PointPanel }) => PointPanel),
  },
  LAYER_PANEL,
  MEASURE_PANEL,
];
