import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormatContext, useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { nextFrame } from '../../live/next-frame.ts';
import { createTrackerStore } from '../../live/tracker-store.ts';
import type { LoadTrails } from '../../live/trail-store.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { endPreview, showPreview } from '../../service/preview.ts';
import { Logo } from '../../ui/logo.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useChosenBase } from '../base-layers/use-base-layer.ts';
import { LanguageButton } from './language-button.tsx';
import { asTracker, pollShare } from './poll-share.ts';
import { ShareGone } from './share-gone.tsx';
import styles from './watch-head.module.css';
import { WatchView } from './watch-view.tsx';

type Shared = ResultOf<Operations['queryShare']>;

/** What a share link shows to anybody, with the looks of the account that shares it. Whoever is signed in beside it plays no part. */
export function SharedWatch({ code }: { readonly code: string }) {
  const { t } = useTranslation('watch');
  const client = useClient();
  const language = useLanguage();
  const [gone, setGone] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['share', code, language],
    queryFn: ({ signal }) => client.call('queryShare', { code, lang: language }, { signal }),
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
  useEffect(() => endPreview, []);

  const ended = gone || (error instanceof NamedError && isGone(error));
  if (ended) return <ShareGone looks={looks ?? null} />;
  if (data !== undefined) {
    return <OpenShare code={code} shared={data} onGone={() => setGone(true)} reload={() => void refetch()} />;
  }
  if (error === null) return null;
  return (
    <main className={styles.gone}>
      <Logo />
      <p>{errorText(error, language)}</p>
      <Button onClick={() => void refetch()}>{t('again')}</Button>
    </main>
  );
}

/** A code that cannot be one is answered as such: for whoever opens it, it is a link that shows nothing. */
function isGone({ errorName }: NamedError): boolean {
  return errorName === 'share-gone' || errorName === 'field-invalid';
}

interface OpenShareProps {
  readonly code: string;
  readonly shared: Shared;
  readonly onGone: () => void;
  readonly reload: () => void;
}

function OpenShare({ code, shared, onGone, reload }: OpenShareProps) {
  const { t } = useTranslation('watch');
  const client = useClient();
  const [store] = useState(() => createTrackerStore(nextFrame));
  const offset = useRef(shared.serverTime - Date.now());
  const now = useCallback(() => Date.now() + offset.current, []);
  const [away, setAway] = useState(false);
  const ids = useShown(store, shared);
  const base = useChosenBase(shared.baseLayers, shared.defaultBaseLayer);

  const latest = useRef({ onGone, reload });
  latest.current = { onGone, reload };
  useEffect(
    () =>
      pollShare({
        client,
        code,
        store,
        onAnswer(serverTime) {
          offset.current = serverTime - Date.now();
          setAway(false);
        },
        onGone: () => latest.current.onGone(),
        onFailed: () => setAway(true),
        onUnknown: () => latest.current.reload(),
      }),
    [client, code, store],
  );

  const load = useCallback<LoadTrails>(
    async (_ids, minutes, signal) => {
      const { trails } = await client.call('queryShareTrails', { code, minutes }, { signal });
      return trails;
    },
    [client, code],
  );
  const { timeZone, looks } = shared;
  const { speedUnits, locationFormat } = looks;
  const format = useMemo(
    () => ({ timeZone, speedUnits, locationFormat }),
    [timeZone, speedUnits, locationFormat],
  );
  return (
    <FormatContext value={format}>
      <WatchView
        alone={shared.trackers.length === 1}
        store={store}
        trackerIds={ids}
        ready
        load={load}
        base={base}
        now={now}
        head={<Head shared={shared} now={now} />}
        note={
          away && (
            <p role="alert" className={styles.note}>
              {t('away')}
            </p>
          )
        }
      />
    </FormatContext>
  );
}

/** Puts what the link shows into the store; answers whom it shows now, in its order. */
function useShown(store: ReturnType<typeof createTrackerStore>, { trackers }: Shared): readonly number[] {
  const [ids, setIds] = useState<readonly number[]>(() => trackers.map(({ trackerId }) => trackerId));
  useEffect(() => {
    const order = trackers.map(({ trackerId }) => trackerId);
    store.putTrackers(
      trackers.map(asTracker),
      store.getIds().filter((id) => !order.includes(id)),
    );
    setIds(order);
    return store.subscribeChanges(({ added, removed }) => {
      if (added.size + removed.size > 0) setIds(order.filter((id) => store.getTracker(id) !== undefined));
    });
  }, [store, trackers]);
  return ids;
}

function Head({ shared, now }: { readonly shared: Shared; readonly now: () => number }) {
  const { t } = useTranslation('watch');
  const { dateTime, span } = useFormat();
  useNow(1_000);
  const left = Math.max(0, shared.expireTime - now());
  const { sysName, logoUrl } = shared.looks;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.brand}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <Logo />}
          <h1>{shared.shareName}</h1>
        </div>
        <LanguageButton />
      </div>
      <p className={styles.by}>
        {sysName} · <span title={dateTime(shared.expireTime)}>{t('ends', { span: span(left) })}</span>
      </p>
    </>
  );
}
