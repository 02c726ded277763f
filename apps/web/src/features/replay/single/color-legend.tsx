import { useTranslation } from 'react-i18next';
import { formatPercent, type Quantity } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { CLASS_COUNT, type ColorClasses } from '../../../map/replay/color-classes.ts';
import { PALETTES } from '../../../map/style/palette.ts';
import { useColorScheme } from '../../../ui/color-scheme.ts';
import styles from './color-legend.module.css';

/** The legend of line colours: a step for each class, with its bounds. */
export function ColorLegend({ classes: { by, bounds } }: { readonly classes: ColorClasses }) {
  const { t } = useTranslation('replaySingle');
  const { t: unitText } = useTranslation('format');
  const { formatSpeed, formatAltitude } = useFormat();
  const colours = PALETTES[useColorScheme()].classes;
  const format = (value: number): Quantity =>
    by === 'speed' ? formatSpeed(value) : by === 'height' ? formatAltitude(value) : formatPercent(value);
  const [first] = bounds.map(format);
  return (
    <figure className={styles.legend}>
      <figcaption>
        {t(`display.colors.${by}`)}
        {first !== undefined && <span>{unitText(`unit.${first.unit}`)}</span>}
      </figcaption>
      <ol>
        {colours.slice(0, CLASS_COUNT).map((colour, index) => (
          <li key={colour}>
            <span style={{ background: colour }} />
            {bounds[index] !== undefined && <em>{withoutZeroDecimal(format(bounds[index]).value)}</em>}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Bounds are round, so the decimal is zero, except for knots and feet. */
function withoutZeroDecimal(value: string): string {
  return value.replace(/\.0$/, '');
}
