import type { Locale } from 'antd/es/locale';
import type app from './zh_CN/app.json';
import type audit from './zh_CN/audit.json';
import type baseLayers from './zh_CN/baseLayers.json';
import type coursePlanner from './zh_CN/coursePlanner.json';
import type delivery from './zh_CN/delivery.json';
import type deviceAttributes from './zh_CN/deviceAttributes.json';
import type deviceEvents from './zh_CN/deviceEvents.json';
import type deviceGroups from './zh_CN/deviceGroups.json';
import type deviceMessages from './zh_CN/deviceMessages.json';
import type deviceModels from './zh_CN/deviceModels.json';
import type devices from './zh_CN/devices.json';
import type deviceTransfer from './zh_CN/deviceTransfer.json';
import type deviceValidity from './zh_CN/deviceValidity.json';
import type event from './zh_CN/event.json';
import type eventVideo from './zh_CN/eventVideo.json';
import type feeds from './zh_CN/feeds.json';
import type fenceReport from './zh_CN/fenceReport.json';
import type flights from './zh_CN/flights.json';
import type format from './zh_CN/format.json';
import type forwarding from './zh_CN/forwarding.json';
import type gifts from './zh_CN/gifts.json';
import type imageLayers from './zh_CN/imageLayers.json';
import type instructions from './zh_CN/instructions.json';
import type instructionTexts from './zh_CN/instructionTexts.json';
import type landingPlaces from './zh_CN/landingPlaces.json';
import type legs from './zh_CN/legs.json';
import type live from './zh_CN/live.json';
import type liveHolder from './zh_CN/liveHolder.json';
import type liveManager from './zh_CN/liveManager.json';
import type liveSetting from './zh_CN/liveSetting.json';
import type locationReport from './zh_CN/locationReport.json';
import type map from './zh_CN/map.json';
import type mapObjects from './zh_CN/mapObjects.json';
import type mapTools from './zh_CN/mapTools.json';
import type matches from './zh_CN/matches.json';
import type matchHelper from './zh_CN/matchHelper.json';
import type notices from './zh_CN/notices.json';
import type ocadMaps from './zh_CN/ocadMaps.json';
import type operationReport from './zh_CN/operationReport.json';
import type overspeedReport from './zh_CN/overspeedReport.json';
import type panels from './zh_CN/panels.json';
import type people from './zh_CN/people.json';
import type planes from './zh_CN/planes.json';
import type plugins from './zh_CN/plugins.json';
import type recordings from './zh_CN/recordings.json';
import type replay from './zh_CN/replay.json';
import type replay3d from './zh_CN/replay3d.json';
import type replayMulti from './zh_CN/replayMulti.json';
import type replaySingle from './zh_CN/replaySingle.json';
import type replayTools from './zh_CN/replayTools.json';
import type reports from './zh_CN/reports.json';
import type rights from './zh_CN/rights.json';
import type rules from './zh_CN/rules.json';
import type satellite from './zh_CN/satellite.json';
import type satelliteMessages from './zh_CN/satelliteMessages.json';
import type satelliteSettings from './zh_CN/satelliteSettings.json';
import type screens from './zh_CN/screens.json';
import type security from './zh_CN/security.json';
import type settings from './zh_CN/settings.json';
import type shares from './zh_CN/shares.json';
import type sheetImport from './zh_CN/sheetImport.json';
import type signIn from './zh_CN/signIn.json';
import type sos from './zh_CN/sos.json';
import type stopReport from './zh_CN/stopReport.json';
import type tasks from './zh_CN/tasks.json';
import type taskTracking from './zh_CN/taskTracking.json';
import type trackers from './zh_CN/trackers.json';
import type trackingMode from './zh_CN/trackingMode.json';
import type updates from './zh_CN/updates.json';
import type warnReport from './zh_CN/warnReport.json';
import type watchTasks from './zh_CN/watchTasks.json';

/** One namespace per topic. The keys are those of the Chinese texts; a test checks the English ones against them. */
export interface Namespaces {
  app: typeof app;
  audit: typeof audit;
  rights: typeof rights;
  coursePlanner: typeof coursePlanner;
  delivery: typeof delivery;
  deviceAttributes: typeof deviceAttributes;
  deviceEvents: typeof deviceEvents;
  deviceGroups: typeof deviceGroups;
  deviceMessages: typeof deviceMessages;
  devices: typeof devices;
  deviceModels: typeof deviceModels;
  deviceTransfer: typeof deviceTransfer;
  deviceValidity: typeof deviceValidity;
  eventVideo: typeof eventVideo;
  event: typeof event;
  feeds: typeof feeds;
  recordings: typeof recordings;
  format: typeof format;
  forwarding: typeof forwarding;
  replaySingle: typeof replaySingle;
  instructions: typeof instructions;
  imageLayers: typeof imageLayers;
  instructionTexts: typeof instructionTexts;
  landingPlaces: typeof landingPlaces;
  fenceReport: typeof fenceReport;
  flights: typeof flights;
  legs: typeof legs;
  live: typeof live;
  gifts: typeof gifts;
  liveHolder: typeof liveHolder;
  liveManager: typeof liveManager;
  matchHelper: typeof matchHelper;
  liveSetting: typeof liveSetting;
  matches: typeof matches;
  baseLayers: typeof baseLayers;
  locationReport: typeof locationReport;
  mapObjects: typeof mapObjects;
  sos: typeof sos;
  mapTools: typeof mapTools;
  shares: typeof shares;
  sheetImport: typeof sheetImport;
  signIn: typeof signIn;
  map: typeof map;
  notices: typeof notices;
  ocadMaps: typeof ocadMaps;
  operationReport: typeof operationReport;
  overspeedReport: typeof overspeedReport;
  panels: typeof panels;
  people: typeof people;
  planes: typeof planes;
  plugins: typeof plugins;
  reports: typeof reports;
  replay: typeof replay;
  replay3d: typeof replay3d;
  replayMulti: typeof replayMulti;
  replayTools: typeof replayTools;
  rules: typeof rules;
  satellite: typeof satellite;
  satelliteSettings: typeof satelliteSettings;
  satelliteMessages: typeof satelliteMessages;
  screens: typeof screens;
  security: typeof security;
  settings: typeof settings;
  stopReport: typeof stopReport;
  tasks: typeof tasks;
  taskTracking: typeof taskTracking;
  trackers: typeof trackers;
  updates: typeof updates;
  trackingMode: typeof trackingMode;
  warnReport: typeof warnReport;
  watchTasks: typeof watchTasks;
}

export type Namespace = keyof Namespaces;

/** Namespaces loaded before the first render. All others are loaded with the screen that uses them. */
export const INITIAL_NAMESPACES = ['app', 'format', 'signIn'] as const satisfies readonly Namespace[];

/** What a language contains besides texts; loaded on first use. */
export interface LanguagePack {
  /** Texts of Ant Design's components. */
  readonly antd: Locale;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Namespaces;
  }
}
