import type { InstructionFilter } from '@wakeline/contract/instructions';
import { INSTRUCTION_NAMES, type InstructionName } from '@wakeline/domain/instructions/catalogue';
import {
  DISPLAYED_STATUSES,
  type DisplayedStatus,
  toStates,
} from '../../parts/instructions/displayed-status.ts';

/** The conditions of the record list, as the address contains them. */
export interface RecordConditions {
  readonly keywords: string;
  readonly statuses: readonly DisplayedStatus[];
  readonly instructions: readonly InstructionName[];
  /** Epoch milliseconds. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export const MAX_KEYWORDS_LENGTH = 100;

/** Reads the conditions of an address; unknown values are ignored. */
export function parseConditions(search: URLSearchParams): RecordConditions {
  const listOf = (key: string) => (search.get(key) ?? '').split(',');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, MAX_KEYWORDS_LENGTH),
    statuses: DISPLAYED_STATUSES.filter((status) => listOf('status').includes(status)),
    instructions: INSTRUCTION_NAMES.filter((name) => listOf('instruction').includes(name)),
    startTime: parseTime(search.get('from')),
    endTime: parseTime(search.get('to')),
  };
}

function parseTime(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The parameters of an address with these conditions. */
export function toSearch(conditions: RecordConditions): Record<string, string> {
  const { keywords, statuses, instructions, startTime, endTime } = conditions;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['status', statuses.join(',')],
    ['instruction', instructions.join(',')],
    ['from', String(startTime ?? '')],
    ['to', String(endTime ?? '')],
  ];
  return { tab: 'records', ...Object.fromEntries(entries.filter(([, value]) => value !== '')) };
}

/** The number of conditions besides the search. */
export function countConditions({ statuses, instructions, startTime, endTime }: RecordConditions): number {
  const lists = [statuses, instructions].filter(({ length }) => length > 0);
  return lists.length + (startTime === undefined && endTime === undefined ? 0 : 1);
}

/** The filter of a request. */
export function toFilter(conditions: RecordConditions): InstructionFilter {
  const { keywords, statuses, instructions, startTime, endTime } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(statuses.length === 0 ? {} : { states: toStates(statuses) }),
    ...(instructions.length === 0 ? {} : { instructions: [...instructions] }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}
