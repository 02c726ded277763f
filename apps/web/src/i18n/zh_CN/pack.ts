import antd from 'antd/es/locale/zh_CN';
import type { LanguagePack } from '../namespaces.ts';

export const pack: LanguagePack = { antd };
