import type { Locale } from 'antd/es/locale';
import type app from './zh_CN/app.json';
import type format from './zh_CN/format.json';
import type history from './zh_CN/history.json';
import type live from './zh_CN/live.json';
import type login from './zh_CN/login.json';
import type map from './zh_CN/map.json';
import type notices from './zh_CN/notices.json';
import type trackers from './zh_CN/trackers.json';

/** Texts by area: a namespace each. The keys are those of Chinese; a test holds English against them. */
export interface Areas {
  app: typeof app;
  format: typeof format;
  history: typeof history;
  live: typeof live;
  login: typeof login;
  map: typeof map;
  notices: typeof notices;
  trackers: typeof trackers;
}

/** All that a language brings; loaded when it is used. */
export interface LanguagePack {
  readonly texts: { readonly [Area in keyof Areas]: object };
  /** The words inside Ant Design's parts. */
  readonly antd: Locale;
  /** Name of the dayjs locale that the pack registers. */
  readonly dayjs: string;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Areas;
  }
}
