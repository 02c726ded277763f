import { useTranslation } from 'react-i18next';
import { useFlavour } from '../../ui/flavour.ts';
import { type Palette, paletteOf } from '../../ui/palette.ts';
import styles from './corrected.module.css';

interface CorrectedProps {
  readonly themeColor: string;
  readonly textColor: string;
  /** Which of the two the words are about. */
  readonly about: 'themeColor' | 'textColor';
}

/** Says which colour is drawn instead where text in the chosen one, or on it, could not be read. */
export function Corrected({ themeColor, textColor, about }: CorrectedProps) {
  const { t } = useTranslation('settings');
  // In a dark console most colours are drawn lighter: that is told to those who see it.
  const flavours = useFlavour() === 'dark' ? (['light', 'dark'] as const) : (['light'] as const);
  const drawn = flavours.flatMap((flavour) => {
    const palette = paletteOf(flavour, themeColor, textColor);
    const { ink, ground, wanted } = partsOf(palette, about, themeColor, textColor);
    return ink.toLowerCase() === wanted.toLowerCase() ? [] : [{ flavour, ink, ground }];
  });
  if (drawn.length === 0) return null;
  return (
    <p className={styles.corrected} role="status">
      {t(`corrected.${about}`)}
      {drawn.map(({ flavour, ink, ground }) => (
        <span key={flavour} className={styles.sample}>
          {t(`corrected.${flavour}`)}
          <b style={{ color: ink, background: ground }}>{ink}</b>
        </span>
      ))}
    </p>
  );
}

function partsOf(palette: Palette, about: CorrectedProps['about'], themeColor: string, textColor: string) {
  return about === 'themeColor'
    ? { ink: palette.accent, ground: palette.surface, wanted: themeColor }
    : { ink: palette.onHeader, ground: palette.header, wanted: textColor };
}
