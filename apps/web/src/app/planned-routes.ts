import type { Role } from '@wakeline/contract/roles';
import type { RouteFacts } from './menu.ts';
import type { Screen } from './routes.tsx';

/** A screen of which only the address exists: it says what it will be for. */
function planned(path: string, role: RouteFacts['role'], how: Partial<Screen> = {}): Screen {
  return {
    path,
    header: true,
    open: false,
    role,
    areas: ['planned'],
    load: () => import('./planned-page.tsx').then(({ PlannedPage }) => ({ Component: PlannedPage })),
    ...how,
  };
}

/** Whoever opens the parent is led to its first child. */
function withChildren(path: string, role: RouteFacts['role'], children: readonly string[]): Screen[] {
  return [
    planned(path, role, { redirect: `${path}/${children[0]}` }),
    ...children.map((child) => planned(`${path}/${child}`, role)),
  ];
}

const MESSAGING: readonly Role[] = ['eob_plugin_bdhl', 'eob_plugin_irim', 'eob_plugin_flight_msg'];
const INSTRUCTIONS: readonly Role[] = ['eob_plugin_instructions', 'eob_plugin_match_live'];

/** Addresses of the specification's route table whose screens are not part of this version. */
export const PLANNED: readonly Screen[] = [
  planned('/dashboard', 'eob_plugin_loc_monitor'),
  planned('/deviceManger', 'eob_plugin_device_mg'),
  planned('/customMaps', 'eob_plugin_race_layer'),
  planned('/customMapsConfig', 'eob_plugin_race_layer'),
  planned('/ocadCustomMaps', 'eob_plugin_race_layer'),
  planned('/ocadCustomMapView', 'eob_plugin_race_layer'),
  ...withChildren('/satelliteNews', MESSAGING, ['messageRecord', 'phoneAccount', 'sendMessage']),
  planned('/visualScreen', 'eob_plugin_visual_screen', { header: false, newTab: true }),
  planned('/dataScreen', 'eob_plugin_data_screen', { header: false, newTab: true }),
  planned('/aviationData', 'eob_plugin_aviation_data'),
  planned('/taskTracking', 'eob_plugin_task'),
  planned('/planeManage', 'eob_plugin_flight_info'),
  planned('/flightManage', 'eob_plugin_flight_mg'),
  planned('/personManage', 'eob_plugin_match'),
  ...withChildren('/liveManger', 'eob_plugin_match_live', [
    'liveSetting',
    'liveHolder',
    'giftRecord',
    'giftManger',
  ]),
  planned('/remoteInstruct', INSTRUCTIONS),
  ...withChildren('/dataCenter', 'eob_plugin_data_center', [
    'operationCountRecord',
    'overSpeedRecord',
    'deviceStopRecord',
    'fenceDataRecord',
    'warnDataRecord',
  ]),
  ...withChildren('/dataCount', 'eob_plugin_data_statistics', [
    'operationCountRecord',
    'fenceDataRecord',
    'warnDataRecord',
  ]),
  planned('/flvLive', null, { header: false, open: true, wide: true }),
];
