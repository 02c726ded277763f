import { useTranslation } from 'react-i18next';
import { useColorScheme } from '../../ui/color-scheme.ts';
import { createPalette, type Palette } from '../../ui/palette.ts';
import styles from './contrast-note.module.css';

interface ContrastNoteProps {
  readonly themeColor: string;
  readonly textColor: string;
  /** Which of the two the words are about. */
  readonly field: 'themeColor' | 'textColor';
}

/** Says which colour is drawn instead where text in the chosen one, or on it, could not be read. */
export function ContrastNote({ themeColor, textColor, field }: ContrastNoteProps) {
  const { t } = useTranslation('settings');
  // In a dark console most colours are drawn lighter: that is told to those who see it.
  const flavours = useColorScheme() === 'dark' ? (['light', 'dark'] as const) : (['light'] as const);
  const adjusted = flavours.flatMap((flavour) => {
    const palette = createPalette(flavour, themeColor, textColor);
    const { ink, ground, wanted } = colorsOf(palette, field, themeColor, textColor);
    return ink.toLowerCase() === wanted.toLowerCase() ? [] : [{ flavour, ink, ground }];
  });
  if (adjusted.length === 0) return null;
  return (
    <p className={styles.corrected} role="status">
      {t(`corrected.${field}`)}
      {adjusted.map(({ flavour, ink, ground }) => (
        <span key={flavour} className={styles.sample}>
          {t(`corrected.${flavour}`)}
          <b style={{ color: ink, background: ground }}>{ink}</b>
        </span>
      ))}
    </p>
  );
}

function colorsOf(
  palette: Palette,
  field: ContrastNoteProps['field'],
  themeColor: string,
  textColor: string,
) {
  return field === 'themeColor'
    ? { ink: palette.accent, ground: palette.surface, wanted: themeColor }
    : { ink: palette.onHeader, ground: palette.header, wanted: textColor };
}
