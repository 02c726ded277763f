/** The colours of a chart, `#rrggbb`. */
export interface ChartColors {
  /** Of the first series; legible on `surface`. */
  readonly accent: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly border: string;
  readonly field: string;
  readonly selected: string;
}

/** How values of a series are converted and formatted. Series with the same key share a value axis. */
export interface ChartUnit {
  readonly key: string;
  /** At the value axis, such as "km"; empty: counts. */
  readonly name: string;
  /** Whether axis values are integers. */
  readonly isInteger: boolean;
  /** From the base unit (milliseconds, metres, km/h, pieces) to the number on the axis. */
  readonly toAxis: (value: number) => number;
  /** A number on the axis, without the unit. */
  readonly formatAxis: (value: number) => string;
  /** A value in the base unit, with the unit: for tooltip and table. */
  readonly format: (value: number) => string;
}

/** `Unit` describes the unit of the values: itself, or by a name. */
export interface ChartSeries<Unit = ChartUnit> {
  /** Unique in the chart. */
  readonly key: string;
  readonly name: string;
  readonly unit: Unit;
  /** In the base unit, one for each category or time; null: no value, never drawn as 0. */
  readonly values: readonly (number | null)[];
}

export type ChartAxis =
  | {
      readonly kind: 'category';
      /** What the categories are, such as "Plane". */
      readonly name: string;
      readonly categories: readonly string[];
      /** Short texts for the axis; otherwise the categories themselves. */
      readonly labels?: readonly string[];
    }
  | {
      readonly kind: 'time';
      readonly name: string;
      /** Epoch milliseconds, increasing. */
      readonly times: readonly number[];
    };

/**
 * - `bar`: vertical bars
 * - `horizontalBar`: for long names, the first category at the top
 * - `line`: gaps where a value is null
 * - `pie`: shares of the first series
 * - `heatmap`: a row for each series, all in one unit
 */
export type ChartKind = 'bar' | 'horizontalBar' | 'line' | 'pie' | 'heatmap';

/** A chart of few or many series over one axis. At most two different units. */
export interface ChartModel<Unit = ChartUnit> {
  readonly title: string;
  readonly kind: ChartKind;
  readonly axis: ChartAxis;
  readonly series: readonly ChartSeries<Unit>[];
  /** Whether bars or lines of the same unit are stacked. */
  readonly isStacked?: boolean;
}

/** The number of categories or times. */
export function chartLength({ axis }: Pick<ChartModel, 'axis'>): number {
  return axis.kind === 'category' ? axis.categories.length : axis.times.length;
}

/** Whether no series has a value. */
export function isEmptyChart({ series }: Pick<ChartModel<unknown>, 'series'>): boolean {
  return series.every(({ values }) => values.every((value) => value === null));
}

/** The text of a category or time. */
export function positionText(
  { axis }: Pick<ChartModel, 'axis'>,
  index: number,
  formatDateTime: (time: number) => string,
): string {
  if (axis.kind === 'category') return axis.categories[index] ?? '';
  const time = axis.times[index];
  return time === undefined ? '' : formatDateTime(time);
}

/** The index of the highest value of a series, the first of equal ones; null: it has no value. */
export function highestIndex({ values }: Pick<ChartSeries, 'values'>): number | null {
  let best: number | null = null;
  for (const [index, value] of values.entries()) {
    if (value !== null && (best === null || value > (values[best] ?? 0))) best = index;
  }
  return best;
}
