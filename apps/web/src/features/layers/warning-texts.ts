import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import type { PlacementWarning } from '@wakeline/domain/layers/placement-warnings';

type PairWarning = Extract<PlacementWarning, { readonly pair: number }>['kind'];
type GeneralWarning = Exclude<PlacementWarning, { readonly pair: number }>['kind'];

/** A residual that counts as an error, not as rounding. */
const MIN_WORST_METRES = 0.05;

/** The pair with the largest residual; null if all are exact. */
export function worstPair({ residuals }: Pick<LayerPlacement, 'residuals'>): number | null {
  const largest = Math.max(...residuals);
  return largest < MIN_WORST_METRES ? null : residuals.indexOf(largest);
}

export function warningsOfPair({ warnings }: Pick<LayerPlacement, 'warnings'>, index: number): PairWarning[] {
  return warnings.flatMap((warning) => ('pair' in warning && warning.pair === index ? [warning.kind] : []));
}

/** Warnings of the complete placement. */
export function generalWarnings({ warnings }: Pick<LayerPlacement, 'warnings'>): GeneralWarning[] {
  return warnings.flatMap((warning) => ('pair' in warning ? [] : [warning.kind]));
}
