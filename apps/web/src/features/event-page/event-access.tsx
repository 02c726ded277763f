import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { EventPage } from '@wakeline/contract/matches/event-page';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { ProvidedLayersContext } from '../../parts/layers/use-base-layers.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { clearPreview, showPreview } from '../../service/preview.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './event.module.css';

interface EventActions {
  /** The page has changed: it is requested again. */
  readonly reload: () => void;
  readonly onGone: () => void;
}

interface EventAccessProps {
  readonly code: string;
  readonly children: (page: EventPage, actions: EventActions) => ReactNode;
}

/** Opens the public page of a match with the branding and base layers of its account. */
export function EventAccess({ code, children }: EventAccessProps) {
  const { t } = useTranslation('event');
  const client = useClient();
  const language = useLanguage();
  const [isGone, setGone] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['event', code, language],
    queryFn: ({ signal }) => client.call('queryEventPage', { code, lang: language }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const looks = data?.looks;
  useEffect(() => {
    if (looks === undefined) return;
    const { sysName, logoUrl, themeColor, textColor } = looks;
    showPreview({ sysName, logoUrl, themeColor, textColor });
  }, [looks]);
  useEffect(() => clearPreview, []);
  const layers = useMemo(
    () => (data === undefined ? null : { list: data.baseLayers, defaultIndex: data.defaultBaseLayer }),
    [data],
  );
  const actions = useMemo(() => ({ reload: () => void refetch(), onGone: () => setGone(true) }), [refetch]);
  if (isGone || (error instanceof NamedError && isUnknown(error)))
    return (
      <main className={styles.message}>
        {looks?.logoUrl ? <img src={looks.logoUrl} alt="" /> : <Logo />}
        <h1>{t('gone.title')}</h1>
        <p>{t('gone.text')}</p>
      </main>
    );
  if (data !== undefined && layers !== null)
    return <ProvidedLayersContext value={layers}>{children(data, actions)}</ProvidedLayersContext>;
  if (error === null) return null;
  return (
    <main className={styles.message}>
      <Logo />
      <p>{errorText(error, language)}</p>
      <Button onClick={() => void refetch()}>{t('again')}</Button>
    </main>
  );
}

/** A malformed code is handled like an unknown one. */
function isUnknown({ errorName }: NamedError): boolean {
  return errorName === 'event-unknown' || errorName === 'field-invalid';
}
