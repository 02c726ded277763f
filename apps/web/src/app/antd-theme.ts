import { mix } from '@wakeline/domain/colors/contrast';
import { type ThemeConfig, theme } from 'antd';
import type { MappingAlgorithm, MapToken } from 'antd/es/theme/interface';
import type { ColorScheme, Palette } from '../ui/palette.ts';

/**
 * Ant Design derives further shades from the given colours, and its dark algorithm darkens the colours themselves. The
 * palette is already legible, so its colours are restored afterwards. Derived hover and tinted backgrounds are replaced
 * where text would be too faint.
 */
function createPaletteAlgorithm(palette: Palette): MappingAlgorithm {
  const { accent, accentHover, danger, warning, good, selected, hover, surface, muted, field } = palette;
  return (_seed, map) => ({
    ...(map as MapToken),
    colorPrimary: accent,
    colorPrimaryHover: accentHover,
    colorPrimaryActive: accentHover,
    colorPrimaryBg: selected,
    colorPrimaryBgHover: selected,
    colorPrimaryText: accent,
    colorPrimaryTextHover: accentHover,
    colorInfo: accent,
    colorLink: accent,
    colorLinkHover: accentHover,
    colorLinkActive: accentHover,
    colorError: danger,
    colorErrorText: danger,
    colorErrorHover: danger,
    colorErrorActive: danger,
    colorErrorBg: mix(surface, danger, TINT_WEIGHT),
    colorErrorBgHover: mix(surface, danger, TINT_WEIGHT),
    colorWarning: warning,
    colorWarningText: warning,
    colorWarningBg: mix(surface, warning, TINT_WEIGHT),
    colorSuccess: good,
    colorSuccessText: good,
    colorSuccessBg: mix(surface, good, TINT_WEIGHT),
    colorInfoBg: selected,
    colorTextTertiary: muted,
    colorFillQuaternary: mix(surface, hover, 0.6),
    colorFillTertiary: hover,
    colorBorder: field,
  });
}

/** Share of a status colour in its tinted background. */
const TINT_WEIGHT = 0.08;

/** Ant Design's theme from the palette: the same colours as the style sheets, 14 and 12 px, small radius. */
export function createAntdTheme(
  colorScheme: ColorScheme,
  palette: Palette,
  reducedMotion: boolean,
): ThemeConfig {
  return {
    algorithm: [
      colorScheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      createPaletteAlgorithm(palette),
    ],
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.accent,
      colorLink: palette.accent,
      colorError: palette.danger,
      colorWarning: palette.warning,
      colorSuccess: palette.good,
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
      colorBorder: palette.field,
      colorBorderSecondary: palette.border,
      fontFamily: 'var(--wl-font)',
      fontSize: 14,
      fontSizeSM: 12,
      borderRadius: 6,
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.15s',
      motionDurationFast: '0.1s',
      motion: !reducedMotion,
    },
    components: {
      Form: { verticalLabelPadding: '0 0 4px' },
      Badge: { colorError: '#c20c0c', colorTextLightSolid: '#ffffff' },
      Switch: {
        trackHeight: 24,
        trackMinWidth: 48,
        handleSize: 20,
        colorTextQuaternary: palette.field,
        colorTextTertiary: palette.muted,
      },
      Table: { cellPaddingBlockMD: 6 },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tooltip: {
        colorBgSpotlight: colorScheme === 'dark' ? '#3a4651' : '#26323d',
        colorTextLightSolid: '#ffffff',
      },
    },
  };
}
