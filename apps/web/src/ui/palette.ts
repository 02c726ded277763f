import { contrast, luminance, mix } from './contrast.ts';

/** Light or dark, as it is drawn now. */
export type ColorScheme = 'light' | 'dark';

/** The one set of colours from which both Ant Design's theme and the CSS variables are made. */
export interface Palette {
  /** Behind everything. */
  readonly page: string;
  /** Panels, header, tables. */
  readonly surface: string;
  /** A row under the pointer. */
  readonly hover: string;
  /** What is chosen. */
  readonly chosen: string;
  /** Between things. */
  readonly border: string;
  /** Around what can be filled in or switched. */
  readonly field: string;
  readonly text: string;
  /** Second lines, units, hints. */
  readonly muted: string;
  readonly shadow: string;
  /** The account's colour, made legible on `surface`. */
  readonly accent: string;
  /** Text on `accent`. */
  readonly onAccent: string;
  /** `accent` under the pointer. */
  readonly accentHover: string;
  /** The account's colour as the ground of the header, no brighter than a dark console bears. */
  readonly header: string;
  /** The account's text colour, made legible on `header`. */
  readonly onHeader: string;
  /** Under the header: no other than it, unless page or surface could be taken for a part of it. */
  readonly headerEdge: string;
  readonly danger: string;
  readonly warning: string;
  readonly good: string;
}

/** What the console looks like when the account has no colour of its own. */
export const DEFAULT_ACCENT = '#0b5cad';
export const DEFAULT_HEADER_TEXT = '#ffffff';

type NeutralPalette = Omit<
  Palette,
  'accent' | 'onAccent' | 'accentHover' | 'chosen' | 'header' | 'onHeader' | 'headerEdge'
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
/** Two grounds that differ by less are taken for one. */
const MIN_SURFACE_CONTRAST = 1.25;
/** Text that was moved away from the account's colour and is no clearer than this looks like a mistake. */
const CLEAR_TEXT_CONTRAST = 7;
/** Brightest ground of the header in a dark console: relative luminance of a middle grey. */
const MAX_DARK_HEADER_LUMINANCE = 0.18;
/** Steps in which a colour is moved; each is too small to be seen. */
const MIX_STEP = 0.02;

/** The colour moved towards another, no further than until it fits; the other itself where nothing before it does. */
function shiftUntil(colour: string, target: string, fits: (candidate: string) => boolean): string {
  for (let weight = 0; weight < 1; weight += MIX_STEP) {
    const candidate = mix(colour, target, weight);
    if (fits(candidate)) return candidate;
  }
  return target;
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/**
 * The palette of a flavour for an account's colours (`#rrggbb`; anything else gives the default's): the nearest colours
 * in which text is legible wherever it is drawn.
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
  const chosenBackground = (accent: string) => mix(neutral.surface, accent, dark ? 0.14 : 0.08);
  const accent = shiftUntil(accountColour, extreme, (candidate) =>
    [neutral.surface, neutral.page, neutral.hover, chosenBackground(candidate)].every(
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
    chosen: chosenBackground(accent),
    header,
    // As it is where it is legible; otherwise far enough to be clear, or as far as it goes.
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

/** Writes the palette where the style sheets read it, as `--wl-page`, `--wl-on-accent` and so on. */
export function applyPalette(root: HTMLElement, colorScheme: ColorScheme, palette: Palette): void {
  root.dataset.theme = colorScheme;
  root.style.colorScheme = colorScheme;
  for (const [name, value] of Object.entries(palette)) {
    root.style.setProperty(`--wl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
  root.style.setProperty('--wl-focus', palette.accent);
}
