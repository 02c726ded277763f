import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { MESSAGE_STATES, type MessageState } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES, type MessageType } from '@wakeline/domain/satellite/message-types';

/** The filter of the message record, as the address contains it. */
export interface RecordConditions {
  readonly keywords: string;
  /** Communication account. */
  readonly terminal: number | undefined;
  readonly types: readonly MessageType[];
  readonly states: readonly MessageState[];
  /** Epoch milliseconds. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

export type RecordFilter = Omit<
  PayloadInput<Operations['queryHistoryEobBdMsgs']>,
  'uid' | 'pageSize' | 'before'
>;

/** Reads the conditions of an address, ignoring values that the server would refuse. */
export function parseConditions(search: URLSearchParams): RecordConditions {
  const listOf = (key: string) => (search.get(key) ?? '').split(',');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    terminal: parseInteger(search.get('terminal'), /^[1-9]\d{0,8}$/),
    types: MESSAGE_TYPES.filter((type) => listOf('type').includes(type)),
    states: MESSAGE_STATES.filter((state) => listOf('state').includes(state)),
    startTime: parseInteger(search.get('from'), /^\d{1,13}$/),
    endTime: parseInteger(search.get('to'), /^\d{1,13}$/),
  };
}

function parseInteger(text: string | null, shape: RegExp): number | undefined {
  return text !== null && shape.test(text) ? Number(text) : undefined;
}

/** The parameters of an address with these conditions. */
export function toSearch(conditions: RecordConditions): Record<string, string> {
  const { keywords, terminal, types, states, startTime, endTime } = conditions;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['terminal', String(terminal ?? '')],
    ['type', types.join(',')],
    ['state', states.join(',')],
    ['from', String(startTime ?? '')],
    ['to', String(endTime ?? '')],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of conditions besides the search. */
export function countConditions({ terminal, types, states, startTime, endTime }: RecordConditions): number {
  return [
    terminal !== undefined,
    types.length > 0,
    states.length > 0,
    startTime !== undefined || endTime !== undefined,
  ].filter(Boolean).length;
}

/** The filter of a request. */
export function toFilter(conditions: RecordConditions): RecordFilter {
  const { keywords, terminal, types, states, startTime, endTime } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(terminal === undefined ? {} : { bdUserId: terminal }),
    ...(types.length === 0 ? {} : { types: [...types] }),
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}
