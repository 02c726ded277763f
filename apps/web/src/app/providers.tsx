import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useAntdLocale } from '../i18n/i18n.ts';
import { useBranding } from '../service/branding.ts';
import { ClientContext } from '../service/client.ts';
import { usePreview } from '../service/preview.ts';
import { ColorSchemeContext } from '../ui/color-scheme.ts';
import { useMedia, usePhone, useReducedMotion } from '../ui/media.ts';
import { applyPalette, createPalette, DEFAULT_ACCENT, DEFAULT_HEADER_TEXT } from '../ui/palette.ts';
import { createAntdTheme } from './antd-theme.ts';
import { useAppearance } from './appearance.ts';

interface ProvidersProps {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

/** Providers of the service client, the query cache, the colours, and Ant Design in the language of the page. */
export function Providers({ client, queryClient, children }: ProvidersProps) {
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>{children}</ThemeProvider>
      </QueryClientProvider>
    </ClientContext>
  );
}

const DESKTOP_TOASTS = { maxCount: 4, placement: 'bottomRight' } as const;
/** Below the panel's button, because the panel and the playback bar are at the bottom. */
const PHONE_TOASTS = { maxCount: 2, placement: 'topLeft', top: 112 } as const;

function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const appearance = useAppearance();
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const reducedMotion = useReducedMotion();
  const isPhone = usePhone();
  const { themeColor, textColor } = useBranding();
  const locale = useAntdLocale();
  const { colorScheme: requested } = usePreview();
  const colorScheme = requested ?? (appearance === 'system' ? (prefersDark ? 'dark' : 'light') : appearance);
  const palette = useMemo(
    () => createPalette(colorScheme, themeColor ?? DEFAULT_ACCENT, textColor ?? DEFAULT_HEADER_TEXT),
    [colorScheme, themeColor, textColor],
  );
  const theme = useMemo(
    () => createAntdTheme(colorScheme, palette, reducedMotion),
    [colorScheme, palette, reducedMotion],
  );
  useLayoutEffect(() => applyPalette(document.documentElement, colorScheme, palette), [colorScheme, palette]);
  return (
    <ColorSchemeContext value={colorScheme}>
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
    </ColorSchemeContext>
  );
}
