import type { Locale } from 'antd/es/locale';
import type app from './zh_CN/app.json';
import type audit from './zh_CN/audit.json';
import type authority from './zh_CN/authority.json';
import type format from './zh_CN/format.json';
import type history from './zh_CN/history.json';
import type layers from './zh_CN/layers.json';
import type live from './zh_CN/live.json';
import type login from './zh_CN/login.json';
import type map from './zh_CN/map.json';
import type notices from './zh_CN/notices.json';
import type objects from './zh_CN/objects.json';
import type ownLayers from './zh_CN/ownLayers.json';
import type panels from './zh_CN/panels.json';
import type planned from './zh_CN/planned.json';
import type plugins from './zh_CN/plugins.json';
import type replay from './zh_CN/replay.json';
import type replay3d from './zh_CN/replay3d.json';
import type replayMany from './zh_CN/replayMany.json';
import type replayTools from './zh_CN/replayTools.json';
import type security from './zh_CN/security.json';
import type settings from './zh_CN/settings.json';
import type sos from './zh_CN/sos.json';
import type tasks from './zh_CN/tasks.json';
import type tools from './zh_CN/tools.json';
import type trackers from './zh_CN/trackers.json';
import type updates from './zh_CN/updates.json';
import type watch from './zh_CN/watch.json';

/** Texts by area: a namespace each. The keys are those of Chinese; a test holds English against them. */
export interface Areas {
  app: typeof app;
  audit: typeof audit;
  authority: typeof authority;
  format: typeof format;
  history: typeof history;
  live: typeof live;
  layers: typeof layers;
  objects: typeof objects;
  sos: typeof sos;
  tools: typeof tools;
  watch: typeof watch;
  login: typeof login;
  map: typeof map;
  notices: typeof notices;
  ownLayers: typeof ownLayers;
  panels: typeof panels;
  planned: typeof planned;
  plugins: typeof plugins;
  replay: typeof replay;
  replay3d: typeof replay3d;
  replayMany: typeof replayMany;
  replayTools: typeof replayTools;
  security: typeof security;
  settings: typeof settings;
  tasks: typeof tasks;
  trackers: typeof trackers;
  updates: typeof updates;
}

export type Area = keyof Areas;

/** Areas that are there before the first drawing. Every other comes with the screen that names it. */
export const FIRST_AREAS = ['app', 'format', 'login'] as const satisfies readonly Area[];

/** What a language brings besides texts; loaded when it is used. */
export interface LanguagePack {
  /** The words inside Ant Design's parts. */
  readonly antd: Locale;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Areas;
  }
}
