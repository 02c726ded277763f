import type { OcadColor } from '@wakeline/contract/ocad-maps/ocad-map';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './ocad-maps.module.css';

interface ColorListProps {
  /** Bottom to top. */
  readonly colors: readonly OcadColor[];
  /** Indexes. */
  readonly hidden: ReadonlySet<number>;
  readonly onChange: (hidden: ReadonlySet<number>) => void;
}

/** The colors that are used, topmost first, to switch on and off. */
export function ColorList({ colors, hidden, onChange }: ColorListProps) {
  const { t } = useTranslation('ocadMaps');
  const used = colors
    .flatMap((color, index) => (color.kinds.length > 0 ? [{ color, index }] : []))
    .toReversed();
  return (
    <section className={styles.colors} aria-label={t('colors')}>
      <header>
        <h2>{t('colors')}</h2>
        <Button size="small" disabled={hidden.size === 0} onClick={() => onChange(new Set())}>
          {t('allColors')}
        </Button>
        <Button
          size="small"
          disabled={hidden.size >= used.length}
          onClick={() => onChange(new Set(used.map(({ index }) => index)))}
        >
          {t('noColors')}
        </Button>
      </header>
      <ul>
        {used.map(({ color, index }) => (
          <li key={index}>
            <Checkbox
              checked={!hidden.has(index)}
              onChange={({ target }) => {
                const next = new Set(hidden);
                if (target.checked) next.delete(index);
                else next.add(index);
                onChange(next);
              }}
            >
              <span className={styles.swatch} style={{ background: color.rgb }} aria-hidden />
              {color.name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}
