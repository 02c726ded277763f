import { useTranslation } from 'react-i18next';
import { useColorScheme } from '../../ui/color-scheme.ts';
import { createPalette, type Palette } from '../../ui/palette.ts';
import styles from './contrast-note.module.css';

interface ContrastNoteProps {
  readonly themeColor: string;
  readonly textColor: string;
  /** Which of the two colours the note is about. */
  readonly field: 'themeColor' | 'textColor';
}

/** Shows which colour is used instead if text in the selected colour, or on it, would not be legible. */
export function ContrastNote({ themeColor, textColor, field }: ContrastNoteProps) {
  const { t } = useTranslation('settings');
  // In dark mode most colours are lightened; only users of dark mode see that note.
  const colorSchemes = useColorScheme() === 'dark' ? (['light', 'dark'] as const) : (['light'] as const);
  const adjusted = colorSchemes.flatMap((colorScheme) => {
    const palette = createPalette(colorScheme, themeColor, textColor);
    const { foreground, background, requested } = colorsOf(palette, field, themeColor, textColor);
    return foreground.toLowerCase() === requested.toLowerCase()
      ? []
      : [{ colorScheme, foreground, background }];
  });
  if (adjusted.length === 0) return null;
  return (
    <p className={styles.note} role="status">
      {t(`corrected.${field}`)}
      {adjusted.map(({ colorScheme, foreground, background }) => (
        <span key={colorScheme} className={styles.sample}>
          {t(`corrected.${colorScheme}`)}
          <b style={{ color: foreground, background: background }}>{foreground}</b>
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
    ? { foreground: palette.accent, background: palette.surface, requested: themeColor }
    : { foreground: palette.onHeader, background: palette.header, requested: textColor };
}
