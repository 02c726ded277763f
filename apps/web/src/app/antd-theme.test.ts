import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { contrast, mix } from '../ui/contrast.ts';
import { type Flavour, paletteOf } from '../ui/palette.ts';
import { antdTheme } from './antd-theme.ts';

/** Colours that an account may choose, unlucky ones among them. */
const ACCOUNTS = [
  '#0b5cad',
  '#ffff00',
  '#ffffff',
  '#000000',
  '#7f7f7f',
  '#20c023',
  '#d30d0d',
  '#00ffff',
  '#ff00ff',
];
const FLAVOURS = ['light', 'dark'] as const satisfies readonly Flavour[];
/** WCAG 2.2: 1.4.3 text of normal size; 1.4.11 edges without which a control is not seen. */
const TEXT = 4.5;
const EDGE = 3;

/** `rgba(r,g,b,a)`, `rgb(r,g,b)` or `#rrggbb` over a ground, as it is seen. */
function seen(colour: string, ground: string): string {
  const parts = colour
    .match(/^rgba?\(([^)]+)\)$/)?.[1]
    ?.split(',')
    .map(Number);
  if (!parts) return colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  const solid = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return mix(ground, solid, alpha);
}

const cases = FLAVOURS.flatMap((flavour) => ACCOUNTS.map((account) => ({ flavour, account })));

describe.each(cases)('drawn $flavour for an account in $account', ({ flavour, account }) => {
  const palette = paletteOf(flavour, account, account);
  const token = theme.getDesignToken(antdTheme(flavour, palette, false));

  function faint(
    inks: Readonly<Record<string, string>>,
    grounds: Readonly<Record<string, string>>,
    least: number,
  ): string[] {
    return Object.entries(inks).flatMap(([ink, colour]) =>
      Object.entries(grounds).flatMap(([ground, under]) => {
        const below = seen(under, palette.surface);
        const ratio = contrast(seen(colour, below), below);
        return ratio >= least ? [] : [`${ink} on ${ground}: ${ratio.toFixed(2)}`];
      }),
    );
  }

  it('every ink of ours is legible on every ground of ours', () => {
    const { text, muted, accent, accentHover, danger, warning, good } = palette;
    const { surface, page, hover, chosen } = palette;
    const inks = { text, muted, accent, accentHover, danger, warning, good };
    expect(faint(inks, { surface, page, hover, chosen }, TEXT)).toEqual([]);
    expect(faint({ onAccent: palette.onAccent }, { accent, accentHover, danger }, TEXT)).toEqual([]);
    expect(faint({ onHeader: palette.onHeader }, { header: palette.header }, TEXT)).toEqual([]);
  });

  it('every ink of Ant Design is legible where it is drawn', () => {
    const { colorText, colorTextSecondary, colorTextTertiary, colorTextHeading, colorTextLabel } = token;
    const { colorTextDescription, colorTextPlaceholder, colorLink, colorLinkHover, colorLinkActive } = token;
    const { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorError, colorErrorHover } = token;
    const { colorErrorText, colorWarning, colorSuccess, colorIcon } = token;
    const texts = {
      colorText,
      colorTextSecondary,
      colorTextTertiary,
      colorTextHeading,
      colorTextLabel,
      colorTextDescription,
      colorTextPlaceholder,
      colorIcon,
      colorLink,
      colorLinkHover,
      colorLinkActive,
      colorPrimary,
      colorPrimaryHover,
      colorPrimaryActive,
      colorError,
      colorErrorHover,
      colorErrorText,
      colorWarning,
      colorSuccess,
    };
    const { colorBgContainer, colorBgElevated, colorBgLayout, colorFillAlter } = token;
    const { controlItemBgHover, controlItemBgActive, controlItemBgActiveHover } = token;
    const grounds = {
      colorBgContainer,
      colorBgElevated,
      colorBgLayout,
      colorFillAlter,
      controlItemBgHover,
      controlItemBgActive,
      controlItemBgActiveHover,
    };
    expect(faint(texts, grounds, TEXT)).toEqual([]);
    const { colorErrorBg, colorWarningBg, colorSuccessBg, colorInfoBg } = token;
    expect(faint({ colorText }, { colorErrorBg, colorWarningBg, colorSuccessBg, colorInfoBg }, TEXT)).toEqual(
      [],
    );
  });

  it('text on filled buttons is legible, also under the pointer', () => {
    const { colorTextLightSolid, colorPrimary, colorPrimaryHover, colorPrimaryActive } = token;
    const { colorError, colorErrorHover, colorErrorActive } = token;
    const grounds = { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorError };
    expect(faint({ colorTextLightSolid }, { ...grounds, colorErrorHover, colorErrorActive }, TEXT)).toEqual(
      [],
    );
  });

  it('the edges of fields, switches and what has the focus are seen', () => {
    const { surface, page } = palette;
    const edges = {
      colorBorder: token.colorBorder,
      field: palette.field,
      focus: palette.accent,
      colorError: token.colorError,
    };
    expect(faint(edges, { surface, page }, EDGE)).toEqual([]);
  });
});
