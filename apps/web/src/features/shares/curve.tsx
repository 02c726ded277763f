import type { TrailPoint } from '@wakeline/contract/shares';
import type { Quantity } from '../../format/quantities.ts';
import { Value } from '../../format/value.tsx';
import styles from './curve.module.css';
import { curvePath, extent } from './curve.ts';

const WIDTH = 240;
const HEIGHT = 36;

interface CurveProps {
  readonly name: string;
  readonly points: readonly TrailPoint[];
  readonly pick: (point: TrailPoint) => number | null;
  readonly toQuantity: (value: number) => Quantity;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Minimum range of the axis, so that noise is not exaggerated. */
  readonly minSpan: number;
  /** Whether the axis starts at 0. */
  readonly fromZero?: boolean;
  /** Secondary colour, for the second curve of a card. */
  readonly secondary?: boolean;
}

/** One value of a device over the last minutes. */
export function Curve({
  name,
  points,
  pick,
  toQuantity,
  from,
  to,
  minSpan,
  fromZero,
  secondary,
}: CurveProps) {
  const visible = points.filter(({ time }) => time >= from);
  const [min, max] = extent(visible.map(pick)) ?? [null, null];
  const hasValues = min !== null && max !== null;
  const low = fromZero ? 0 : (min ?? 0) - Math.max(0, minSpan - ((max ?? 0) - (min ?? 0))) / 2;
  const high = Math.max(low + minSpan, max ?? 0);
  const path = hasValues
    ? curvePath(visible, pick, { from, to, width: WIDTH, height: HEIGHT, low, high })
    : '';
  return (
    <figure className={styles.curve} data-secondary={secondary === true}>
      <figcaption>
        <span>{name}</span>
        {hasValues && (
          <span className={styles.extent}>
            <Value quantity={toQuantity(min)} /> – <Value quantity={toQuantity(max)} />
          </span>
        )}
      </figcaption>
      <svg viewBox={`-2 -3 ${WIDTH + 4} ${HEIGHT + 6}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 ${HEIGHT}h${WIDTH}`} className={styles.base} />
        <path d={path} className={styles.line} />
      </svg>
    </figure>
  );
}
