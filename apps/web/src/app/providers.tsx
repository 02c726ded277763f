import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useAntdLocale } from '../i18n/i18n.ts';
import { useBranding } from '../service/branding.ts';
import { ClientContext } from '../service/client.ts';
import { FlavourContext } from '../ui/flavour.ts';
import { useMedia, useReducedMotion } from '../ui/media.ts';
import { applyPalette, DEFAULT_ACCENT, DEFAULT_HEADER_TEXT, paletteOf } from '../ui/palette.ts';
import { antdTheme } from './antd-theme.ts';
import { useAppearance } from './appearance.ts';

interface ProvidersProps {
  readonly client: Client;
  readonly queries: QueryClient;
  readonly children: ReactNode;
}

/** Everything that all parts stand on: the service, the query cache, colours, Ant Design in the language of the page. */
export function Providers({ client, queries, children }: ProvidersProps) {
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queries}>
        <Drawn>{children}</Drawn>
      </QueryClientProvider>
    </ClientContext>
  );
}

function Drawn({ children }: { readonly children: ReactNode }) {
  const appearance = useAppearance();
  const dark = useMedia('(prefers-color-scheme: dark)');
  const still = useReducedMotion();
  const { themeColor, textColor } = useBranding();
  const locale = useAntdLocale();
  const flavour = appearance === 'system' ? (dark ? 'dark' : 'light') : appearance;
  const palette = useMemo(
    () => paletteOf(flavour, themeColor ?? DEFAULT_ACCENT, textColor ?? DEFAULT_HEADER_TEXT),
    [flavour, themeColor, textColor],
  );
  const theme = useMemo(() => antdTheme(flavour, palette, still), [flavour, palette, still]);
  useLayoutEffect(() => applyPalette(document.documentElement, flavour, palette), [flavour, palette]);
  return (
    <FlavourContext value={flavour}>
      <ConfigProvider
        theme={theme}
        {...(locale ? { locale } : {})}
        button={{ autoInsertSpace: false }}
        form={{ requiredMark: false }}
      >
        <App
          component={false}
          message={{ maxCount: 3 }}
          notification={{ maxCount: 4, placement: 'bottomRight' }}
        >
          {children}
        </App>
      </ConfigProvider>
    </FlavourContext>
  );
}
