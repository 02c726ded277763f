import antd from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import type { LanguagePack } from '../areas.ts';

export const pack: LanguagePack = { antd, dayjs: 'zh-cn' };
