import type { ChartModel } from '@wakeline/charts/chart-model';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { ReportCellType } from '../report-columns.ts';

/** Units of printed charts, in which their values are: pieces, milliseconds, metres and km/h. */
export type PrintedUnit = 'count' | 'duration' | 'distance' | 'speed';
export type PrintedChart = ChartModel<PrintedUnit>;

export interface PdfColumn {
  /** With its unit. */
  readonly heading: string;
  readonly type: ReportCellType;
  /** Decimals of a number. */
  readonly digits: number;
  /** Left out if not all columns fit. */
  readonly isSecondary: boolean;
}

/** How the account's files look. */
export interface ReportBranding {
  readonly systemName: string;
  /** `#rrggbb` */
  readonly themeColor: string;
  /** PNG; null: none. */
  readonly logo: Uint8Array | null;
}

type Line = readonly [label: string, value: string | number];

/** A report as it is printed. It is copied to the process that writes the file. */
export interface PdfContent {
  readonly language: Language;
  readonly branding: ReportBranding;
  readonly title: string;
  readonly period: string;
  /** Time and time zone of the run. */
  readonly runAt: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly coverage: readonly Line[];
  readonly thresholds: readonly Line[];
  readonly definitions: readonly Line[];
  readonly charts: readonly PrintedChart[];
  readonly columns: readonly PdfColumn[];
  /** The first ones. */
  readonly rows: readonly (readonly WrittenCell[])[];
  /** Of the report. */
  readonly total: number;
  /** By column; null: none. */
  readonly sums: readonly WrittenCell[] | null;
}
