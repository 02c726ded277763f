import { type AuditFilter, auditFilter } from '@wakeline/contract/rights/audit';

/** The request of the audit log in the address: filter and page. */
export interface AuditRequest {
  readonly filter: AuditFilter;
  readonly index: number;
  readonly size: number;
}

/** The filter fields by their query parameter. */
const NUMBER_FIELDS = ['userId', 'startTime', 'endTime'] as const;
const TEXT_FIELDS = ['action', 'target'] as const;
const FIELDS = [...NUMBER_FIELDS, ...TEXT_FIELDS] as const;

export const AUDIT_PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseAuditRequest(search: URLSearchParams): AuditRequest {
  const { shape } = auditFilter;
  const filter: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const param = search.get(field) ?? '';
    if (param === '') continue;
    const value = TEXT_FIELDS.some((text) => text === field) ? param : Number(param);
    if (shape[field].safeParse(value).success) filter[field] = value;
  }
  const index = Number(search.get('page'));
  const size = AUDIT_PAGE_SIZES.find((option) => option === Number(search.get('size')));
  return {
    filter: auditFilter.parse(filter),
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: size ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request; other parameters are kept. */
export function withAuditRequest(
  search: URLSearchParams,
  { filter, index, size }: AuditRequest,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const params = {
    ...filter,
    page: index === 1 ? undefined : index,
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
  };
  for (const field of [...FIELDS, 'page', 'size'] as const) {
    const value = params[field];
    if (value === undefined) next.delete(field);
    else next.set(field, String(value));
  }
  return next;
}
