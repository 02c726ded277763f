import { type Screen, SHELL_SCREEN } from './screen.ts';

const CENTER = { ...SHELL_SCREEN, role: 'eob_plugin_data_center' } as const;
const COUNT = { ...SHELL_SCREEN, role: 'eob_plugin_data_statistics' } as const;

const loadOverviewPage: Screen['load'] = () =>
  import('../features/reports/overview/overview-pages.tsx').then(({ DataCenterOverviewPage }) => ({
    Component: DataCenterOverviewPage,
  }));
const loadOverviewSumsPage: Screen['load'] = () =>
  import('../features/reports/overview/overview-pages.tsx').then(({ DataCountOverviewPage }) => ({
    Component: DataCountOverviewPage,
  }));

const loadSchedulesPage: Screen['load'] = () =>
  import('../features/reports/schedules/schedule-pages.tsx').then(({ DataCenterSchedulesPage }) => ({
    Component: DataCenterSchedulesPage,
  }));
const loadCountSchedulesPage: Screen['load'] = () =>
  import('../features/reports/schedules/schedule-pages.tsx').then(({ DataCountSchedulesPage }) => ({
    Component: DataCountSchedulesPage,
  }));

/** The form of a schedule has the fields of all reports. */
const SCHEDULE_NAMESPACES: Screen['namespaces'] = [
  ...(['reports', 'stopReport', 'overspeedReport', 'warnReport', 'trackers'] as const),
];

/** The part of the route table for reports and statistics. */
export const REPORT_SCREENS: readonly Screen[] = [
  {
    ...CENTER,
    path: '/dataCenter',
    redirect: '/dataCenter/operationCountRecord',
    namespaces: [],
    load: loadOverviewPage,
  },
  {
    ...CENTER,
    path: '/dataCenter/operationCountRecord',
    namespaces: ['reports', 'operationReport', 'trackers'],
    load: loadOverviewPage,
  },
  {
    ...CENTER,
    path: '/dataCenter/overSpeedRecord',
    namespaces: ['reports', 'overspeedReport', 'trackers'],
    load: () =>
      import('../features/reports/overspeeds/overspeeds-page.tsx').then(({ OverspeedsPage }) => ({
        Component: OverspeedsPage,
      })),
  },
  {
    ...CENTER,
    path: '/dataCenter/deviceStopRecord',
    namespaces: ['reports', 'stopReport', 'trackers'],
    load: () =>
      import('../features/reports/stops/stops-page.tsx').then(({ StopsPage }) => ({ Component: StopsPage })),
  },
  {
    ...CENTER,
    path: '/dataCenter/schedules',
    namespaces: SCHEDULE_NAMESPACES,
    load: loadSchedulesPage,
  },
  {
    ...COUNT,
    path: '/dataCount/schedules',
    namespaces: SCHEDULE_NAMESPACES,
    load: loadCountSchedulesPage,
  },
  {
    ...CENTER,
    path: '/dataCenter/warnDataRecord',
    namespaces: ['reports', 'warnReport', 'notices', 'trackers'],
    load: () =>
      import('../features/reports/warns/warns-page.tsx').then(({ WarnsPage }) => ({ Component: WarnsPage })),
  },
  {
    ...CENTER,
    path: '/dataCenter/locationRecord',
    namespaces: ['reports', 'locationReport', 'trackers'],
    load: () =>
      import('../features/reports/locations/locations-page.tsx').then(({ LocationsPage }) => ({
        Component: LocationsPage,
      })),
  },
  {
    ...CENTER,
    path: '/dataCenter/noticeRecord',
    namespaces: ['reports', 'notices', 'recordings', 'trackers', 'satelliteMessages'],
    load: () =>
      import('./screens/report-notices-screen.tsx').then(({ ReportNoticesScreen }) => ({
        Component: ReportNoticesScreen,
      })),
  },
  {
    ...CENTER,
    path: '/dataCenter/instructionRecord',
    namespaces: ['reports', 'instructions', 'instructionTexts', 'trackers'],
    load: () =>
      import('./screens/report-instructions-screen.tsx').then(({ ReportInstructionsScreen }) => ({
        Component: ReportInstructionsScreen,
      })),
  },
  {
    ...COUNT,
    path: '/dataCount/warnDataRecord',
    namespaces: ['reports', 'warnReport', 'trackers'],
    load: () =>
      import('../features/reports/warns/warn-count-page.tsx').then(({ WarnCountPage }) => ({
        Component: WarnCountPage,
      })),
  },
  {
    ...CENTER,
    path: '/dataCenter/fenceDataRecord',
    namespaces: ['reports', 'fenceReport', 'trackers'],
    load: () =>
      import('../features/reports/fence-visits/visits-page.tsx').then(({ FenceVisitsPage }) => ({
        Component: FenceVisitsPage,
      })),
  },
  {
    ...COUNT,
    path: '/dataCount',
    redirect: '/dataCount/operationCountRecord',
    namespaces: [],
    load: loadOverviewSumsPage,
  },
  {
    ...COUNT,
    path: '/dataCount/operationCountRecord',
    namespaces: ['reports', 'operationReport', 'trackers'],
    load: loadOverviewSumsPage,
  },
  {
    ...COUNT,
    path: '/dataCount/fenceDataRecord',
    namespaces: ['reports', 'fenceReport', 'trackers'],
    load: () =>
      import('../features/reports/fence-visits/visits-page.tsx').then(({ FenceStatisticsPage }) => ({
        Component: FenceStatisticsPage,
      })),
  },
];
