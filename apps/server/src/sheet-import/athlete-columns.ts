import type { Language } from '@wakeline/contract/entities/user-config';
import type { SheetColumn } from './sheet-columns.ts';

/** Columns that sheets of people and of participants share. */
export const ATHLETE_COLUMNS = {
  gender: { heading: { zh_CN: '性别', en_US: 'Gender' }, aliases: ['sex'], width: 12, format: 'text' },
  nationality: {
    heading: { zh_CN: '国籍', en_US: 'Nationality' },
    aliases: ['国家', '国家或地区', 'country', 'nation'],
    width: 16,
    format: 'text',
  },
  club: {
    heading: { zh_CN: '俱乐部', en_US: 'Club' },
    aliases: ['队伍', '单位', '代表队', 'team', 'organisation', 'organization'],
    width: 20,
    format: 'text',
  },
} as const satisfies Readonly<Record<string, SheetColumn>>;

/** Name of the example in the templates, in each language: its row is not imported. */
export const EXAMPLE_NAMES: Readonly<Record<Language, string>> = { zh_CN: '示例选手', en_US: 'EXAMPLE' };
