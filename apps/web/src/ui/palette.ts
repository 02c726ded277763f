import { contrast, luminance, mix } from '@wakeline/domain/colors/contrast';

/** The colour scheme drawn now. */
export type ColorScheme = 'light' | 'dark';

/** The colours from which both Ant Design's theme and the CSS variables are built. */
export interface Palette {
  /** Page background. */
  readonly page: string;
  /** Background of panels, header and tables. */
  readonly surface: string;
  /** Row under the pointer. */
  readonly hover: string;
  /** Background of selected rows. */
  readonly selected: string;
  /** Separators and borders. */
  readonly border: string;
  /** Border of input fields and switches. */
  readonly field: string;
  readonly text: string;
  /** Secondary lines, units, hints. */
  readonly muted: string;
  readonly shadow: string;
  /** The account's theme colour, made legible on `surface`. */
  readonly accent: string;
  /** Text on `accent`. */
  readonly onAccent: string;
  /** `accent` under the pointer. */
  readonly accentHover: string;
  /** Header background: the account's theme colour, darkened in dark mode. */
  readonly header: string;
  /** The account's text colour, made legible on `header`. */
  readonly onHeader: string;
  /** Lower edge of the header: the header's own colour unless it is too close to page or surface. */
  readonly headerEdge: string;
  readonly danger: string;
  readonly warning: string;
  readonly good: string;
}

/** Defaults for accounts without their own colours. */
export const DEFAULT_ACCENT = '#0b5cad';
export const DEFAULT_HEADER_TEXT = '#ffffff';

type NeutralPalette = Omit<
  Palette,
  'accent' | 'onAccent' | 'accentHover' | 'selected' | 'header' | 'onHeader' | 'headerEdge'
>;

const NEUTRAL_PALETTES: Readonly<Record<ColorScheme, NeutralPalette>> = {
  light: {
    page: '#f4f6f8',
    surface: '#ffffff',
    hover: '#f0f3f6',
    border: '#dce2e8',
    field: '#828f9d',
    text: '#1b2733',
    muted: '#586673',
    shadow: '0 1px 2px rgb(16 32 48 / 10%), 0 4px 16px rgb(16 32 48 / 12%)',
    danger: '#c20c0c',
    warning: '#8a5700',
    good: '#127215',
  },
  dark: {
    page: '#12171c',
    surface: '#1a2128',
    hover: '#232c35',
    border: '#313c47',
    field: '#6f7e8d',
    text: '#e3e9ef',
    muted: '#a3b0bd',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 4px 16px rgb(0 0 0 / 45%)',
    danger: '#ff8a85',
    warning: '#e8b04b',
    good: '#58cf5b',
  },
};

/** WCAG 2.2, 1.4.3: text of normal size. */
const MIN_TEXT_CONTRAST = 4.5;
/** Two backgrounds with less contrast look the same. */
const MIN_SURFACE_CONTRAST = 1.25;
/** If the account's text colour must change, it changes at least this far: a smaller change looks like a mistake. */
const CLEAR_TEXT_CONTRAST = 7;
/** Maximum relative luminance of the header in dark mode: that of a middle grey. */
const MAX_DARK_HEADER_LUMINANCE = 0.18;
/** Step of the search for a legible colour; too small to be visible. */
const MIX_STEP = 0.02;

/** The first mix of the colour towards `target` that fits; `target` itself if none does. */
function shiftUntil(colour: string, target: string, fits: (candidate: string) => boolean): string {
  for (let weight = 0; weight < 1; weight += MIX_STEP) {
    const candidate = mix(colour, target, weight);
    if (fits(candidate)) return candidate;
  }
  return target;
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/**
 * The palette of a colour scheme for an account's colours (`#rrggbb`; any other text gives the default): the nearest
 * colours that keep all text legible.
 */
export function createPalette(
  colorScheme: ColorScheme,
  themeColor: string,
  textColor = DEFAULT_HEADER_TEXT,
): Palette {
  const neutral = NEUTRAL_PALETTES[colorScheme];
  const dark = colorScheme === 'dark';
  const extreme = dark ? '#ffffff' : '#000000';
  const accountColour = isColour(themeColor) ? themeColor : DEFAULT_ACCENT;
  const selectedBackground = (accent: string) => mix(neutral.surface, accent, dark ? 0.14 : 0.08);
  const accent = shiftUntil(accountColour, extreme, (candidate) =>
    [neutral.surface, neutral.page, neutral.hover, selectedBackground(candidate)].every(
      (background) => contrast(candidate, background) >= MIN_TEXT_CONTRAST,
    ),
  );
  const header = dark
    ? shiftUntil(
        accountColour,
        neutral.page,
        (candidate) => luminance(candidate) <= MAX_DARK_HEADER_LUMINANCE,
      )
    : accountColour;
  const needsEdge = [neutral.page, neutral.surface].some(
    (background) => contrast(background, header) < MIN_SURFACE_CONTRAST,
  );
  const accountTextColour = isColour(textColor) ? textColor : DEFAULT_HEADER_TEXT;
  const contrastColour = contrast('#ffffff', header) >= contrast('#000000', header) ? '#ffffff' : '#000000';
  return {
    ...neutral,
    accent,
    onAccent: dark ? '#10171d' : '#ffffff',
    accentHover: mix(accent, extreme, 0.15),
    selected: selectedBackground(accent),
    header,
    // Unchanged if legible; otherwise moved until it is clear, or as far as possible.
    onHeader:
      contrast(accountTextColour, header) >= MIN_TEXT_CONTRAST
        ? accountTextColour
        : shiftUntil(
            accountTextColour,
            contrastColour,
            (candidate) => contrast(candidate, header) >= CLEAR_TEXT_CONTRAST,
          ),
    headerEdge: needsEdge ? neutral.border : header,
  };
}

/** Sets the CSS variables of the palette: `--wl-page`, `--wl-on-accent` and so on. */
export function applyPalette(root: HTMLElement, colorScheme: ColorScheme, palette: Palette): void {
  root.dataset.theme = colorScheme;
  root.style.colorScheme = colorScheme;
  for (const [name, value] of Object.entries(palette)) {
    root.style.setProperty(`--wl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
  root.style.setProperty('--wl-focus', palette.accent);
}
