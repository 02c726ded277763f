import { useEffect, useState } from 'react';
import { useFormat } from '../../format/use-format.ts';
import { toWallTime } from '../../format/zone.ts';
import { serverNow } from '../../live/live-store.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { DAY_FORMAT } from './report-period.ts';
import type { ReportRequest } from './report-request.ts';

interface ReportAddress<Request extends ReportRequest> {
  readonly request: Request;
  /** The account's present day when the page was opened, yyyy-MM-dd. */
  readonly today: string;
  /** Changes the request; another page of the table is the first one, unless it says otherwise. */
  readonly change: (next: Partial<Request>) => void;
}

/**
 * The request of a report, which its address contains completely: days are added to an address without, because it would have
 * another meaning tomorrow.
 *
 * @param parse the request of an address
 * @param toSearch its query parameters
 */
export function useReportAddress<Request extends ReportRequest>(
  parse: (search: URLSearchParams, today: string) => Request,
  toSearch: (request: Request) => Record<string, string>,
): ReportAddress<Request> {
  const { timeZone } = useFormat();
  const [openedAt] = useState(serverNow);
  const today = toWallTime(openedAt, timeZone).format(DAY_FORMAT);
  const [search, setSearch] = useSearchParams();
  const request = parse(search, today);
  const change = (next: Partial<Request>) =>
    setSearch((last) => toSearch({ ...parse(last, today), index: 1, ...next }), { replace: true });
  const hasDays = search.has('from') && search.has('to');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an address without days is changed
  useEffect(() => {
    if (!hasDays) change({ index: request.index } as Partial<Request>);
  }, [hasDays]);
  return { request, today, change };
}

/** An address may ask for a page that does not exist; the total comes with the rows. */
export function useFirstPageBeyondEnd(
  query: {
    readonly data: { readonly list: readonly unknown[] } | undefined;
    readonly isPlaceholderData: boolean;
  },
  { index }: Pick<ReportRequest, 'index'>,
  change: (next: { index: number }) => void,
): void {
  const { data } = query;
  const isBeyondEnd = data !== undefined && !query.isPlaceholderData && index > 1 && data.list.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only this condition changes the address
  useEffect(() => {
    if (isBeyondEnd) change({ index: 1 });
  }, [isBeyondEnd]);
}
