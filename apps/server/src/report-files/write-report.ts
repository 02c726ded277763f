import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { REPORT_NAMES, type ReportFormat, type ReportKind } from '@wakeline/contract/reports/report-files';
import { type FilterOfReport, type OrderOfReport, REPORTS } from '@wakeline/contract/reports/reports';
import type { SheetFormat } from '@wakeline/contract/trackers/import';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { limitBytes } from '../files/file-chunks.ts';
import type { WrittenFile } from '../files/file-storage.ts';
import type { Files } from '../files/files.ts';
import { exportName, writeSheetFile } from '../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../identity/requester.ts';
import { type AboutReport, aboutReport } from './about-report.ts';
import type { PdfContent, ReportBranding } from './pdf/pdf-content.ts';
import { PDF_MEDIA_TYPE, writePdf } from './pdf/write-pdf.ts';
import { headingOf, toSheetColumns } from './report-columns.ts';
import type { OpenReport, ReportDefinition, ReportDefinitions, ReportRun } from './report-definition.ts';

const TEXTS = {
  zh_CN: { about: '说明', sums: '合计' },
  en_US: { about: 'About', sums: 'Total' },
} as const satisfies Record<Language, object>;

export interface ReportDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
  readonly reports: ReportDefinitions;
  /** How the files of an account look. */
  readonly readBranding: (accountId: number, language: Language) => Promise<ReportBranding>;
}

/** A file of a report as it was requested, now or by a schedule. */
export interface ReportRequest {
  readonly accountId: number;
  /** The file has what this user sees when it is written. Null: the user was deleted. */
  readonly userId: number | null;
  readonly report: ReportKind;
  /** Of the report's own schema, which checks it. */
  readonly filter: object;
  readonly order: object;
  readonly format: ReportFormat;
  readonly language: Language;
  readonly timeZone: string;
}

export interface ReportFile {
  /** Stored by the transaction that ends the task. */
  readonly written: WrittenFile;
  readonly mediaType: string;
  readonly name: string;
  /** Of the report, without headings and sums. */
  readonly rows: number;
  /** False: a PDF with the first rows. */
  readonly isComplete: boolean;
  readonly hasData: boolean;
  /**
   * For the transaction that stores the file: it refuses the file if its requester has lost the right, or some of the
   * groups, in the meantime.
   */
  readonly commit: (tx: Tx) => Promise<void>;
}

interface WriteOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly progress: (fraction: number) => Promise<void>;
}

/**
 * Writes a report to a file, with the rights that its requester has now.
 *
 * @throws NamedError `not-allowed`, `field-invalid` for a filter that the report does not have, `export-too-large`, and
 * those of the report
 */
export async function writeReport(
  dependencies: ReportDependencies,
  request: ReportRequest,
  options: WriteOptions,
): Promise<ReportFile> {
  const { db, clock, reports } = dependencies;
  const { report, language, timeZone } = request;
  const { access } = REPORTS[report];
  const now = clock.now();
  const requester = await requireRequester(db, request, access, now);
  // Rights are those of the user now; language and time zone those of the request.
  const reader = { ...requester, language, timeZone };
  let hasData = false;
  const file = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const run = { tx, reader, now };
      const { open, filter } = await openRequested(reports, request, run);
      hasData = open.hasData;
      const about = await aboutReport(run, report, filter, open.description);
      const context = { language, toLocal: createUtcToLocal(timeZone) };
      const sums = open.sums?.(context) ?? null;
      const output: ReportOutput = {
        ...{ request, now, open, about },
        sums: sums === null ? null : withLabel(sums, language),
        pages: followPages(open.pages(context), options),
      };
      return request.format === 'pdf'
        ? await printReport(dependencies, output, options)
        : await writeSheets(dependencies, output, request.format);
    });
  const commit = confirmRequester(requester, access, () => clock.now());
  return { ...file, hasData: hasData && file.rows > 0, commit };
}

type Rows = readonly (readonly WrittenCell[])[];

/** A report that is being written. */
interface ReportOutput {
  readonly request: ReportRequest;
  readonly now: number;
  readonly open: OpenReport;
  readonly about: AboutReport;
  readonly sums: readonly WrittenCell[] | null;
  readonly pages: AsyncIterable<{ readonly rows: Rows; readonly total: number }>;
}

async function* followPages(
  pages: ReturnType<OpenReport['pages']>,
  { signal, progress }: WriteOptions,
): ReportOutput['pages'] {
  let count = 0;
  for await (const { rows, total } of pages) {
    signal.throwIfAborted();
    yield { rows, total };
    count += rows.length;
    await progress(Math.min(1, count / Math.max(1, total)));
  }
}

async function writeSheets(
  { files }: Pick<ReportDependencies, 'files'>,
  { request: { report, language, timeZone }, now, open, about, sums, pages }: ReportOutput,
  format: SheetFormat,
) {
  let count = 0;
  async function* rows() {
    for await (const page of pages) {
      yield page.rows;
      count += page.rows.length;
    }
  }
  const file = await writeSheetFile(files, rows(), {
    ...{ format, language, timeZone, now, name: REPORT_NAMES[report] },
    columns: toSheetColumns(open.columns, language, timeZone),
    about: {
      name: TEXTS[language].about,
      rows: [...about.coverage, ...about.thresholds, ...about.definitions],
    },
    ...(sums === null ? {} : { sums }),
  });
  return { ...file, rows: count, isComplete: true };
}

async function printReport(
  { files, readBranding }: Pick<ReportDependencies, 'files' | 'readBranding'>,
  { request, now, open, about, sums, pages }: ReportOutput,
  { signal }: WriteOptions,
) {
  const { accountId, report, language, timeZone, format } = request;
  const charts = await open.charts();
  const rows: (readonly WrittenCell[])[] = [];
  let total = 0;
  for await (const page of pages) {
    total = page.total;
    rows.push(...page.rows.slice(0, LIMITS.reportPdfRows - rows.length));
    if (rows.length === LIMITS.reportPdfRows) break;
  }
  total = Math.max(total, rows.length);
  const content: PdfContent = {
    ...{ ...about, language, now, charts, rows, total, sums },
    branding: await readBranding(accountId, language),
    columns: open.columns.map((column) => ({
      heading: headingOf(column, language, timeZone),
      type: column.type,
      digits: column.digits,
      isSecondary: column.isSecondary,
    })),
  };
  const written = await files.write(limitBytes(writePdf(content, signal), LIMITS.exportBytes));
  const name = exportName(REPORT_NAMES[report][language], now, { timeZone, format });
  return { written, mediaType: PDF_MEDIA_TYPE, name, rows: total, isComplete: rows.length === total };
}

/** Opens the report by the schemas of its contract: a stored request can be older than them. */
async function openRequested<Kind extends ReportKind>(
  reports: ReportDefinitions,
  { report, filter, order }: ReportRequest & { readonly report: Kind },
  run: ReportRun,
): Promise<{ readonly open: OpenReport; readonly filter: FilterOfReport<Kind> }> {
  const contract = REPORTS[report];
  const [parsedFilter, parsedOrder] = [contract.filter.safeParse(filter), contract.order.safeParse(order)];
  if (!parsedFilter.success || !parsedOrder.success) throw new NamedError('field-invalid');
  const definition: ReportDefinition<Kind> = reports[report];
  // The type checker cannot infer that the schemas of a kind parse to the types of this kind.
  const chosen = parsedFilter.data as FilterOfReport<Kind>;
  return {
    open: await definition.open(run, chosen, parsedOrder.data as OrderOfReport<Kind>),
    filter: chosen,
  };
}

/** The sums with their label in the first column, if that has no sum. */
function withLabel([first, ...others]: readonly WrittenCell[], language: Language): readonly WrittenCell[] {
  return [first ?? TEXTS[language].sums, ...others];
}
