import antd from 'antd/es/locale/zh_CN';
import type { LanguagePack } from '../areas.ts';

export const pack: LanguagePack = { antd };
