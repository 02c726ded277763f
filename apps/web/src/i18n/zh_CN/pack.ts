import antd from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import type { LanguagePack } from '../areas.ts';
import app from './app.json';
import format from './format.json';
import history from './history.json';
import live from './live.json';
import login from './login.json';
import map from './map.json';
import notices from './notices.json';
import trackers from './trackers.json';

export const pack: LanguagePack = {
  texts: { app, format, history, live, login, map, notices, trackers },
  antd,
  dayjs: 'zh-cn',
};
