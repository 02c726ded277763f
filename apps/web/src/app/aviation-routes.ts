import { type Screen, SHELL_SCREEN } from './screen.ts';

/** The part of the route table for aviation. */
export const AVIATION_SCREENS: readonly Screen[] = [
  {
    ...SHELL_SCREEN,
    path: '/aviationData',
    role: 'eob_plugin_aviation_data',
    namespaces: ['legs'],
    load: () =>
      import('../features/aviation/legs/legs-page.tsx').then(({ LegsPage }) => ({ Component: LegsPage })),
  },
  {
    ...SHELL_SCREEN,
    path: '/taskTracking',
    role: 'eob_plugin_task',
    namespaces: [
      'taskTracking',
      'trackingMode',
      'watchTasks',
      'instructions',
      'flights',
      'map',
      'trackers',
      'mapTools',
    ],
    load: () =>
      import('../features/aviation/task-tracking/task-tracking-page.tsx').then(({ TaskTrackingPage }) => ({
        Component: TaskTrackingPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/taskTracking/tasks',
    role: 'eob_plugin_task',
    namespaces: ['taskTracking', 'trackingMode', 'watchTasks', 'instructions', 'flights'],
    load: () =>
      import('../features/aviation/watch-tasks/tasks-page.tsx').then(({ TasksPage }) => ({
        Component: TasksPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/planeManage',
    role: 'eob_plugin_flight_info',
    namespaces: ['planes', 'sheetImport', 'trackers'],
    load: () =>
      import('../features/aviation/planes/planes-page.tsx').then(({ PlanesPage }) => ({
        Component: PlanesPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/planeManage/landingPlaces',
    role: 'eob_plugin_flight_info',
    namespaces: ['landingPlaces', 'planes', 'map'],
    load: () =>
      import('../features/aviation/landing-places/landing-places-page.tsx').then(({ LandingPlacesPage }) => ({
        Component: LandingPlacesPage,
      })),
  },
  {
    ...SHELL_SCREEN,
    path: '/flightManage',
    role: 'eob_plugin_flight_mg',
    namespaces: ['flights', 'watchTasks', 'sheetImport', 'trackers'],
    load: () =>
      import('../features/aviation/flights/flights-page.tsx').then(({ FlightsPage }) => ({
        Component: FlightsPage,
      })),
  },
];
