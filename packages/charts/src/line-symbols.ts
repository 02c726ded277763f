import type { LineSeriesOption } from 'echarts/charts';

/** More values of a line than this are drawn without a symbol for each. */
const MAX_SYMBOLS = 60;

/** Symbols of a line: of each value, or of many values only those between gaps, which have no line. */
export function symbolsOf(values: readonly (number | null)[]): Partial<LineSeriesOption> {
  if (values.length <= MAX_SYMBOLS) return { showSymbol: true };
  const isIsolated = (index: number) =>
    (values[index] ?? null) !== null &&
    (values[index - 1] ?? null) === null &&
    (values[index + 1] ?? null) === null;
  if (!values.some((_, index) => isIsolated(index))) return { showSymbol: false };
  return {
    showSymbol: true,
    showAllSymbol: true,
    symbol: (_value, params) => (isIsolated(params.dataIndex) ? 'circle' : 'none'),
  };
}
