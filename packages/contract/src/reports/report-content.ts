import { z } from 'zod';
import { REPORT_KINDS, type ReportKind } from './report-files.ts';
import { type FilterOfReport, type OrderOfReport, REPORTS, type Report } from './reports.ts';

type ContentOf<Key extends ReportKind> = {
  readonly report: Key;
  /** Without the days, which follow from the run. */
  readonly filter: Omit<FilterOfReport<Key>, 'startDay' | 'endDay'>;
  readonly order: OrderOfReport<Key>;
};

/** What a schedule reports. */
export type ReportContent = { readonly [Key in ReportKind]: ContentOf<Key> }[ReportKind];

const contents = REPORT_KINDS.map((kind) => {
  const { filter, order }: Report = REPORTS[kind];
  return z.object({ report: z.literal(kind), filter: filter.omit({ startDay: true, endDay: true }), order });
});
const [first, ...others] = contents;
if (first === undefined) throw new Error('there are no reports');

// The type checker cannot infer a union from a list.
export const reportContent = z.discriminatedUnion('report', [first, ...others]) as unknown as z.ZodType<
  ReportContent,
  ReportContent
>;
