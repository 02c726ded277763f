import antd from 'antd/es/locale/en_US';
import type { LanguagePack } from '../namespaces.ts';

export const pack: LanguagePack = { antd };
