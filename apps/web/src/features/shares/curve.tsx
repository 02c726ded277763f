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
  readonly write: (value: number) => Quantity;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The least span between the edges, so that noise does not look like a storm. */
  readonly least: number;
  /** Whether the lower edge is 0. */
  readonly fromZero?: boolean;
  /** Second colour, for the other curve of a card. */
  readonly other?: boolean;
}

/** One value of a device over the last minutes. */
export function Curve({ name, points, pick, write, from, to, least, fromZero, other }: CurveProps) {
  const shown = points.filter(({ time }) => time >= from);
  const [min, max] = extent(shown.map(pick)) ?? [null, null];
  const known = min !== null && max !== null;
  const low = fromZero ? 0 : (min ?? 0) - Math.max(0, least - ((max ?? 0) - (min ?? 0))) / 2;
  const high = Math.max(low + least, max ?? 0);
  const path = known ? curvePath(shown, pick, { from, to, width: WIDTH, height: HEIGHT, low, high }) : '';
  return (
    <figure className={styles.curve} data-other={other === true}>
      <figcaption>
        <span>{name}</span>
        {known && (
          <span className={styles.extent}>
            <Value of={write(min)} /> – <Value of={write(max)} />
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
