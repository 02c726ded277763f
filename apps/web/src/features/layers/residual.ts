import { formatDistance, type Quantity } from '../../format/quantities.ts';

/** Residual of a pair of points, from metres, with one decimal below 10 m. */
export function residual(metres: number): Quantity {
  return metres < 9.95 ? { value: metres.toFixed(1), unit: 'm' } : formatDistance(metres);
}
