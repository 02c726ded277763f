import type { BoxKind } from '@wakeline/domain/screens/box-kinds';
import type { ComponentType } from 'react';
import { AttentionBox } from './attention-box.tsx';
import type { BoxContentProps } from './box-content.ts';
import { ClockBox } from './clock-box.tsx';
import { DeviceTableBox } from './device-table-box.tsx';
import { FiguresBox } from './figures-box.tsx';
import { FleetBox } from './fleet-box.tsx';
import { MapBox } from './map-box.tsx';
import { NewestAlarmsBox } from './newest-alarms-box.tsx';
import { OnlineRateBox } from './online-rate-box.tsx';
import { RankingBox } from './ranking-box.tsx';
import { TextBox } from './text-box.tsx';
import { TrendBox } from './trend-box.tsx';

/** Where the content of a box is current from: states of devices, figures of the server, or nothing that ages. */
type BoxBasis = 'states' | 'figures' | 'both' | 'none';

interface BoxKindView {
  readonly Content: ComponentType<BoxContentProps>;
  readonly basis: BoxBasis;
  /** A chart that can be displayed as a table. */
  readonly isChart: boolean;
  /** Without title and frame. */
  readonly isBare: boolean;
}

const view = (
  Content: BoxKindView['Content'],
  basis: BoxBasis,
  { isChart = false, isBare = false } = {},
): BoxKindView => ({ Content, basis, isChart, isBare });

export const BOX_VIEWS: Readonly<Record<BoxKind, BoxKindView>> = {
  figures: view(FiguresBox, 'both', { isBare: true }),
  attention: view(AttentionBox, 'figures'),
  map: view(MapBox, 'states'),
  onlineRate: view(OnlineRateBox, 'both'),
  newestAlarms: view(NewestAlarmsBox, 'figures'),
  ranking: view(RankingBox, 'figures'),
  trend: view(TrendBox, 'figures', { isChart: true }),
  fleet: view(FleetBox, 'states'),
  deviceTable: view(DeviceTableBox, 'states'),
  clock: view(ClockBox, 'none', { isBare: true }),
  text: view(TextBox, 'none', { isBare: true }),
};
