import type { ReportKind } from '@wakeline/contract/reports/report-files';
import type { AppliedSetting } from '@wakeline/contract/reports/report-settings-texts';
import type { FilterOfReport, OrderOfReport } from '@wakeline/contract/reports/reports';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Tx } from '../db/database.ts';
import type { Caller } from '../identity/caller.ts';
import type { PrintedChart } from './pdf/pdf-content.ts';
import type { CellContext, ReportColumn } from './report-columns.ts';

/** The run of a report. */
export interface ReportRun {
  /** Repeatable read: all that the report reads in it is of one moment. It stays open until the last page. */
  readonly tx: Tx;
  /** The requester with the rights that they have now, and the language and time zone of the request. */
  readonly reader: Caller;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A line of the description of a file, in its language. */
export type AboutLine = readonly [label: string, value: string | number];

export interface ReportPage<Row> {
  readonly rows: readonly Row[];
  /** Of the complete report, for the progress. */
  readonly total: number;
}

/** What a report describes besides its title, period, time zone, groups, devices, search text, time and user. */
export interface ReportDescription {
  /** The filter and the state of the data. */
  readonly filter: readonly AboutLine[];
  /** Settings of the account by which the figures are computed. */
  readonly settings: readonly AppliedSetting[];
  /** Limits that were requested. */
  readonly thresholds: readonly AboutLine[];
  /** Figures and how they are computed. */
  readonly definitions: readonly AboutLine[];
}

/** A report as it is read and written: see `openReport`. */
export interface OpenReport {
  readonly columns: readonly ReportColumn<never, never>[];
  /** Pages of some hundred rows. */
  readonly pages: (context: CellContext) => AsyncIterable<ReportPage<readonly WrittenCell[]>>;
  /** False: there is nothing but rows without values, for example of devices that did not report. */
  readonly hasData: boolean;
  /** By column; null: the report has no row of sums. */
  readonly sums: ((context: CellContext) => readonly WrittenCell[]) | null;
  readonly description: ReportDescription;
  /** Charts of PDF files. */
  readonly charts: () => Promise<readonly PrintedChart[]>;
}

/** A report of which files can be written. */
export interface ReportDefinition<Kind extends ReportKind> {
  /**
   * Reads what the reader sees. It checks the filter.
   *
   * @throws NamedError if the period is too long
   */
  readonly open: (
    run: ReportRun,
    filter: FilterOfReport<Kind>,
    order: OrderOfReport<Kind>,
  ) => Promise<OpenReport>;
}

/** The definitions of all reports: a missing one does not compile. */
export type ReportDefinitions = { readonly [Kind in ReportKind]: ReportDefinition<Kind> };

/** Combines the columns of a report with its rows and sums. */
export function openReport<Row, Sums = unknown>({
  columns,
  pages,
  sums,
  description,
  charts = async () => [],
  hasData = true,
}: {
  readonly columns: readonly ReportColumn<Row, Sums>[];
  readonly pages: () => AsyncIterable<ReportPage<Row>>;
  readonly sums: Sums | null;
  readonly description: ReportDescription;
  readonly charts?: () => Promise<readonly PrintedChart[]>;
  /** By default a row is data. */
  readonly hasData?: boolean;
}): OpenReport {
  return {
    columns,
    description,
    charts,
    hasData,
    async *pages(context) {
      for await (const { rows, total } of pages())
        yield { total, rows: rows.map((row) => columns.map(({ cell }) => cell(row, context))) };
    },
    sums: sums === null ? null : (context) => columns.map(({ sum }) => sum?.(sums, context) ?? null),
  };
}
