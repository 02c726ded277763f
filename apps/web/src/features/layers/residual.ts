import { formatDistance, type Quantity } from '../../format/quantities.ts';

/** How far a pair of points is off, from metres: to a tenth while that says something. */
export function residual(metres: number): Quantity {
  return metres < 9.95 ? { value: metres.toFixed(1), unit: 'm' } : formatDistance(metres);
}
