import { LIMITS } from '@wakeline/contract/limits';

/** What the table of participants shows. */
export interface ParticipantRequest {
  readonly keywords: string;
  /** Undefined: all classes. */
  readonly classId: number | undefined;
  readonly index: number;
  readonly size: number;
}

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE = 2_147_483_647;

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseParticipantRequest(search: URLSearchParams): ParticipantRequest {
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    classId: parsePositive(search.get('class')),
    index: parsePositive(search.get('page')) ?? 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parsePositive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= MAX_PAGE ? value : undefined;
}

/** The query parameters of a request, on the tab of participants. */
export function toParticipantSearch(request: ParticipantRequest): Record<string, string> {
  const { keywords, classId, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['tab', 'participants'],
    ['keywords', keywords],
    ['class', String(classId ?? '')],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
