import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestedVideo } from '../../parts/event-video/event-video.tsx';
import { useEventVideo } from '../../parts/event-video/use-event-video.ts';
import { LanguageButton } from '../../parts/shares/language-button.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './flv-live-page.module.css';

/** `/flvLive?code=CODE`: the video of an event, for anyone. */
export function FlvLivePage() {
  const { t } = useTranslation('eventVideo');
  const [search] = useSearchParams();
  const code = search.get('code') ?? '';
  return (
    <main className={styles.page}>
      {/^[\w-]{16}$/.test(code) ? <Page code={code} /> : <p className={styles.missing}>{t('noCode')}</p>}
    </main>
  );
}

function Page({ code }: { readonly code: string }) {
  const { t } = useTranslation('eventVideo');
  const { data } = useEventVideo(code);
  const title = data?.title ?? t('video');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header className={styles.head}>
        <h1 title={title}>{title}</h1>
        <a href={`/event/${code}`}>{t('openEvent')}</a>
        <LanguageButton />
      </header>
      <div className={styles.stage}>
        <RequestedVideo code={code} />
      </div>
    </>
  );
}
