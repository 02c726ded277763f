import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useBranding } from '../service/branding.ts';
import { ClientContext } from '../service/client.ts';
import { usePreview } from '../service/preview.ts';
import { ColorSchemeContext } from '../ui/color-scheme.ts';
import { useMedia } from '../ui/media.ts';
import { applyPalette, createPalette, DEFAULT_ACCENT, DEFAULT_HEADER_TEXT } from '../ui/palette.ts';
import { useAppearance } from './appearance.ts';
import { PaletteContext } from './palette-context.ts';

interface ProvidersProps {
  readonly client: Client;
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

/** Providers of the service client, the query cache and the colours. */
export function Providers({ client, queryClient, children }: ProvidersProps) {
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queryClient}>
        <PaletteProvider>{children}</PaletteProvider>
      </QueryClientProvider>
    </ClientContext>
  );
}

function PaletteProvider({ children }: { readonly children: ReactNode }) {
  const appearance = useAppearance();
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const { themeColor, textColor } = useBranding();
  const { colorScheme: requested } = usePreview();
  const colorScheme = requested ?? (appearance === 'system' ? (prefersDark ? 'dark' : 'light') : appearance);
  const palette = useMemo(
    () => createPalette(colorScheme, themeColor ?? DEFAULT_ACCENT, textColor ?? DEFAULT_HEADER_TEXT),
    [colorScheme, themeColor, textColor],
  );
  useLayoutEffect(() => applyPalette(document.documentElement, colorScheme, palette), [colorScheme, palette]);
  return (
    <ColorSchemeContext value={colorScheme}>
      <PaletteContext value={palette}>{children}</PaletteContext>
    </ColorSchemeContext>
  );
}
