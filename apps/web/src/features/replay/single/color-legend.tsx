import { useTranslation } from 'react-i18next';
import { formatAltitude, formatPercent, formatSpeed, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { CLASS_COUNT, type ColorClasses } from '../../../map/replay/color-classes.ts';
import { PALETTES } from '../../../map/style/palette.ts';
import { useColorScheme } from '../../../ui/color-scheme.ts';
import styles from './color-legend.module.css';

/** What the colours along the line say: a step for each class, its bounds under it. */
export function ColorLegend({ classes: { by, bounds } }: { readonly classes: ColorClasses }) {
  const { t } = useTranslation('replaySingle');
  const { t: format } = useTranslation('format');
  const { speedUnits } = useFormat();
  const colours = PALETTES[useColorScheme()].classes;
  const write = (value: number): Quantity =>
    by === 'speed'
      ? formatSpeed(value, speedUnits)
      : by === 'height'
        ? formatAltitude(value)
        : formatPercent(value);
  const [first] = bounds.map(write);
  return (
    <figure className={styles.legend}>
      <figcaption>
        {t(`display.colors.${by}`)}
        {first !== undefined && <span>{format(`unit.${first.unit}`)}</span>}
      </figcaption>
      <ol>
        {colours.slice(0, CLASS_COUNT).map((colour, index) => (
          <li key={colour}>
            <span style={{ background: colour }} />
            {bounds[index] !== undefined && <em>{short(write(bounds[index]).value)}</em>}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Bounds are round: what is behind the point says nothing, but in knots. */
function short(value: string): string {
  return value.replace(/\.0$/, '');
}
