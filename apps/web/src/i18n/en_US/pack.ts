import antd from 'antd/es/locale/en_US';
import 'dayjs/locale/en-gb';
import type { LanguagePack } from '../areas.ts';

export const pack: LanguagePack = { antd, dayjs: 'en-gb' };
