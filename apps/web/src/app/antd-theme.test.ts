import { contrast, mix } from '@wakeline/domain/colors/contrast';
import { theme } from 'antd';
import { describe, expect, it } from 'vitest';
import { type ColorScheme, createPalette } from '../ui/palette.ts';
import { createAntdTheme } from './antd-theme.ts';

/** Theme colours that an account may select, including problematic ones. */
const ACCOUNT_COLOURS = [
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
const COLOR_SCHEMES = ['light', 'dark'] as const satisfies readonly ColorScheme[];
/** WCAG 2.2: 1.4.3 text of normal size; 1.4.11 edges needed to recognise a control. */
const MIN_TEXT_CONTRAST = 4.5;
const MIN_EDGE_CONTRAST = 3;

/** The visible colour of `rgba(r,g,b,a)`, `rgb(r,g,b)` or `#rrggbb` on a background. */
function blendOver(colour: string, background: string): string {
  const channels = colour
    .match(/^rgba?\(([^)]+)\)$/)?.[1]
    ?.split(',')
    .map(Number);
  if (!channels) return colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels;
  const solid = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return mix(background, solid, alpha);
}

const cases = COLOR_SCHEMES.flatMap((colorScheme) =>
  ACCOUNT_COLOURS.map((account) => ({ colorScheme, account })),
);

describe.each(cases)(
  '$colorScheme theme for an account with the colour $account',
  ({ colorScheme, account }) => {
    const palette = createPalette(colorScheme, account, account);
    const token = theme.getDesignToken(createAntdTheme(colorScheme, palette, false));

    function findLowContrast(
      foregrounds: Readonly<Record<string, string>>,
      backgrounds: Readonly<Record<string, string>>,
      minRatio: number,
    ): string[] {
      return Object.entries(foregrounds).flatMap(([foregroundName, colour]) =>
        Object.entries(backgrounds).flatMap(([backgroundName, backgroundColour]) => {
          const blended = blendOver(backgroundColour, palette.surface);
          const ratio = contrast(blendOver(colour, blended), blended);
          return ratio >= minRatio ? [] : [`${foregroundName} on ${backgroundName}: ${ratio.toFixed(2)}`];
        }),
      );
    }

    it("keeps the palette's text legible on all its backgrounds", () => {
      const { text, muted, accent, accentHover, danger, warning, good } = palette;
      const { surface, page, hover, selected } = palette;
      const foregrounds = { text, muted, accent, accentHover, danger, warning, good };
      expect(findLowContrast(foregrounds, { surface, page, hover, selected }, MIN_TEXT_CONTRAST)).toEqual([]);
      expect(
        findLowContrast({ onAccent: palette.onAccent }, { accent, accentHover, danger }, MIN_TEXT_CONTRAST),
      ).toEqual([]);
      expect(
        findLowContrast({ onHeader: palette.onHeader }, { header: palette.header }, MIN_TEXT_CONTRAST),
      ).toEqual([]);
    });

    it("keeps Ant Design's text legible", () => {
      const { colorText, colorTextSecondary, colorTextTertiary, colorTextHeading, colorTextLabel } = token;
      const { colorTextDescription, colorTextPlaceholder, colorLink, colorLinkHover, colorLinkActive } =
        token;
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
      const backgrounds = {
        colorBgContainer,
        colorBgElevated,
        colorBgLayout,
        colorFillAlter,
        controlItemBgHover,
        controlItemBgActive,
        controlItemBgActiveHover,
      };
      expect(findLowContrast(texts, backgrounds, MIN_TEXT_CONTRAST)).toEqual([]);
      const { colorErrorBg, colorWarningBg, colorSuccessBg, colorInfoBg } = token;
      expect(
        findLowContrast(
          { colorText },
          { colorErrorBg, colorWarningBg, colorSuccessBg, colorInfoBg },
          MIN_TEXT_CONTRAST,
        ),
      ).toEqual([]);
    });

    it('keeps text on filled buttons legible, also on hover', () => {
      const { colorTextLightSolid, colorPrimary, colorPrimaryHover, colorPrimaryActive } = token;
      const { colorError, colorErrorHover, colorErrorActive } = token;
      const backgrounds = { colorPrimary, colorPrimaryHover, colorPrimaryActive, colorError };
      expect(
        findLowContrast(
          { colorTextLightSolid },
          { ...backgrounds, colorErrorHover, colorErrorActive },
          MIN_TEXT_CONTRAST,
        ),
      ).toEqual([]);
    });

    it('keeps edges of fields, switches and focus rings visible', () => {
      const { surface, page } = palette;
      const edges = {
        colorBorder: token.colorBorder,
        field: palette.field,
        focus: palette.accent,
        colorError: token.colorError,
      };
      expect(findLowContrast(edges, { surface, page }, MIN_EDGE_CONTRAST)).toEqual([]);
    });
  },
);
