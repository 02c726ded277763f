import { App, ConfigProvider } from 'antd';
import { type ReactNode, use, useMemo } from 'react';
import { useAntdLocale } from '../i18n/i18n.ts';
import { useColorScheme } from '../ui/color-scheme.ts';
import { usePhone, useReducedMotion } from '../ui/media.ts';
import { createAntdTheme } from './antd-theme.ts';
import { PaletteContext } from './palette-context.ts';

const DESKTOP_TOASTS = { maxCount: 4, placement: 'bottomRight' } as const;
/** Below the panel's button, because the panel and the playback bar are at the bottom. */
const PHONE_TOASTS = { maxCount: 2, placement: 'topLeft', top: 112 } as const;

/** Ant Design in the colours and the language of the page. It is loaded with the first screen that uses it. */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const colorScheme = useColorScheme();
  const palette = use(PaletteContext);
  const reducedMotion = useReducedMotion();
  const isPhone = usePhone();
  const locale = useAntdLocale();
  const theme = useMemo(
    () => createAntdTheme(colorScheme, palette, reducedMotion),
    [colorScheme, palette, reducedMotion],
  );
  return (
    <ConfigProvider
      theme={theme}
      {...(locale ? { locale } : {})}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: false }}
    >
      <App
        component={false}
        message={{ maxCount: isPhone ? 1 : 3 }}
        notification={isPhone ? PHONE_TOASTS : DESKTOP_TOASTS}
      >
        {children}
      </App>
    </ConfigProvider>
  );
}
