import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { clearPreview, showPreview } from '../../service/preview.ts';
import { Logo } from '../../ui/logo.tsx';
import { ProvidedLayersContext } from '../layers/use-base-layers.ts';
import { ShareExpired } from './share-expired.tsx';
import styles from './watch-header.module.css';

/** What a share link displays. */
export type ShareDetails = ResultOf<Operations['queryShare']>;

interface ShareAccessProps {
  readonly code: string;
  /** The content while the link is valid. */
  readonly children: (shared: ShareDetails, onExpired: () => void, reload: () => void) => ReactNode;
}

/**
 * Opens a share link for anyone, with the branding and base layers of the account that shares it, and shows a notice
 * when the link has expired.
 */
export function ShareAccess({ code, children }: ShareAccessProps) {
  const { t } = useTranslation('shares');
  const client = useClient();
  const language = useLanguage();
  const [expired, setExpired] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['share', code, language],
    queryFn: ({ signal }) => client.call('queryShare', { code, lang: language }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const branding = data?.looks;
  const layers = useMemo(
    () => (data === undefined ? null : { list: data.baseLayers, defaultIndex: data.defaultBaseLayer }),
    [data],
  );
  useEffect(() => {
    if (branding === undefined) return;
    const { sysName, logoUrl, themeColor, textColor } = branding;
    showPreview({ sysName, logoUrl, themeColor, textColor });
  }, [branding]);
  useEffect(() => clearPreview, []);

  const unavailable = expired || (error instanceof NamedError && isShareExpired(error));
  if (unavailable) return <ShareExpired branding={branding ?? null} />;
  if (data !== undefined && layers !== null)
    return (
      <ProvidedLayersContext value={layers}>
        {children(
          data,
          () => setExpired(true),
          () => void refetch(),
        )}
      </ProvidedLayersContext>
    );
  if (error === null) return null;
  return (
    <main className={styles.expired}>
      <Logo />
      <p>{errorText(error, language)}</p>
      <Button onClick={() => void refetch()}>{t('again')}</Button>
    </main>
  );
}

/** A malformed code is handled like an expired link. */
export function isShareExpired({ errorName }: NamedError): boolean {
  return errorName === 'share-gone' || errorName === 'field-invalid';
}
