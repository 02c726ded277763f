import { type ThemeConfig, theme } from 'antd';
import type { MappingAlgorithm, MapToken } from 'antd/es/theme/interface';
import type { Flavour, Palette } from '../ui/palette.ts';

/**
 * Ant Design's dark algorithm darkens the colours that it is given. Ours are legible as they are, so they are put
 * back after it.
 */
function asGiven({ accent, danger, chosen }: Palette): MappingAlgorithm {
  return (_seed, map) => ({
    ...(map as MapToken),
    colorPrimary: accent,
    colorPrimaryBg: chosen,
    colorInfo: accent,
    colorLink: accent,
    colorError: danger,
    colorErrorText: danger,
  });
}

/** Ant Design's theme from our palette: the same colours as the style sheets, 14 and 12 px, little rounding. */
export function antdTheme(flavour: Flavour, palette: Palette, still: boolean): ThemeConfig {
  return {
    algorithm: [flavour === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, asGiven(palette)],
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.accent,
      colorError: palette.danger,
      colorTextLightSolid: palette.onAccent,
      colorBgBase: palette.surface,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorTextBase: palette.text,
      colorText: palette.text,
      colorTextSecondary: palette.muted,
      colorTextPlaceholder: palette.muted,
      colorTextDescription: palette.muted,
      colorBorder: palette.border,
      colorBorderSecondary: palette.border,
      fontFamily: 'var(--wl-font)',
      fontSize: 14,
      fontSizeSM: 12,
      borderRadius: 6,
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.15s',
      motionDurationFast: '0.1s',
      motion: !still,
    },
    components: {
      Form: { verticalLabelPadding: '0 0 4px' },
      Badge: { colorError: '#c20c0c', colorTextLightSolid: '#ffffff' },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tooltip: {
        colorBgSpotlight: flavour === 'dark' ? '#3a4651' : '#26323d',
        colorTextLightSolid: '#ffffff',
      },
    },
  };
}
