import { z } from 'zod';
import { REPORT_KINDS, type ReportKind } from './report-files.ts';
import { reportTimeFields } from './report-filter.ts';
import { type FilterOfReport, type OrderOfReport, REPORTS, type Report } from './reports.ts';

type ContentOf<Key extends ReportKind> = {
  readonly report: Key;
  /** Without days and times, which follow from the run. */
  readonly filter: Omit<FilterOfReport<Key>, 'startDay' | 'endDay' | 'startTime' | 'endTime'>;
  readonly order: OrderOfReport<Key>;
};

/** What a schedule reports. */
export type ReportContent = { readonly [Key in ReportKind]: ContentOf<Key> }[ReportKind];

const contents = REPORT_KINDS.map((kind) => {
  const { filter, order }: Report = REPORTS[kind];
  const { startDay: _, endDay: __, ...fields } = filter.shape;
  const withoutTimes = Object.entries(fields).filter(([name]) => !(name in reportTimeFields));
  return z.object({ report: z.literal(kind), filter: z.object(Object.fromEntries(withoutTimes)), order });
});
const [first, ...others] = contents;
if (first === undefined) throw new Error('there are no reports');

// The type checker cannot infer a union from a list.
export const reportContent = z.discriminatedUnion('report', [first, ...others]) as unknown as z.ZodType<
  ReportContent,
  ReportContent
>;
