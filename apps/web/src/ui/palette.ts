import { contrast, mix } from './contrast.ts';

/** Light or dark, as it is drawn now. */
export type Flavour = 'light' | 'dark';

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
  readonly border: string;
  readonly text: string;
  /** Second lines, units, hints. */
  readonly muted: string;
  readonly shadow: string;
  /** The account's colour, made legible on `surface`. */
  readonly accent: string;
  /** Text on `accent`. */
  readonly onAccent: string;
  readonly danger: string;
  readonly warning: string;
  readonly good: string;
}

/** What the console looks like when the account has no colour of its own. */
export const DEFAULT_ACCENT = '#0b5cad';

type Neutral = Omit<Palette, 'accent' | 'onAccent' | 'chosen'>;

const NEUTRAL: Readonly<Record<Flavour, Neutral>> = {
  light: {
    page: '#f4f6f8',
    surface: '#ffffff',
    hover: '#f0f3f6',
    border: '#dce2e8',
    text: '#1b2733',
    muted: '#5d6b79',
    shadow: '0 1px 2px rgb(16 32 48 / 10%), 0 4px 16px rgb(16 32 48 / 12%)',
    danger: '#c20c0c',
    warning: '#9a6200',
    good: '#147a17',
  },
  dark: {
    page: '#12171c',
    surface: '#1a2128',
    hover: '#232c35',
    border: '#313c47',
    text: '#e3e9ef',
    muted: '#98a6b4',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 4px 16px rgb(0 0 0 / 45%)',
    danger: '#ff7a75',
    warning: '#e8b04b',
    good: '#58cf5b',
  },
};

/** WCAG 2.2, 1.4.3: text of normal size. */
const LEGIBLE = 4.5;

/** The colour moved towards white or black until text in it is legible on `ground`. */
function legible(colour: string, ground: string, towards: '#ffffff' | '#000000'): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, towards, share);
    if (contrast(candidate, ground) >= LEGIBLE) return candidate;
  }
  return towards;
}

/** The palette of a flavour for an account's colour (`#rrggbb`; anything else gives the default's). */
export function paletteOf(flavour: Flavour, themeColor: string): Palette {
  const neutral = NEUTRAL[flavour];
  const wanted = /^#[0-9a-f]{6}$/i.test(themeColor) ? themeColor : DEFAULT_ACCENT;
  const accent = legible(wanted, neutral.surface, flavour === 'dark' ? '#ffffff' : '#000000');
  const onAccent = contrast('#ffffff', accent) >= LEGIBLE ? '#ffffff' : '#10171d';
  return {
    ...neutral,
    accent,
    onAccent,
    chosen: mix(neutral.surface, accent, flavour === 'dark' ? 0.22 : 0.1),
  };
}

/** Writes the palette where the style sheets read it, as `--wl-page`, `--wl-on-accent` and so on. */
export function applyPalette(root: HTMLElement, flavour: Flavour, palette: Palette): void {
  root.dataset.theme = flavour;
  root.style.colorScheme = flavour;
  for (const [name, value] of Object.entries(palette)) {
    root.style.setProperty(`--wl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
  root.style.setProperty('--wl-focus', palette.accent);
}
