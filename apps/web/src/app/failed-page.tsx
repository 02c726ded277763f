import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { useLanguage } from '../i18n/i18n.ts';
import { errorText } from '../service/error-text.ts';
import { PlainPage } from './plain-page.tsx';

/** Browsers throw a TypeError when the file of a chunk cannot be had; everything else is a fault of ours. */
function isChunkFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** In place of a screen that could not be loaded or drawn. The rest of the console stays. */
export function FailedPage() {
  const { t } = useTranslation();
  const lost = isChunkFailure(useRouteError());
  return (
    <PlainPage
      title={t(lost ? 'page.failedTitle' : 'page.brokenTitle')}
      text={t(lost ? 'page.failed' : 'page.broken')}
      action={<Button onClick={() => location.reload()}>{t('page.reload')}</Button>}
    />
  );
}

/** When it cannot even be found out who is there. */
export function FailedSession({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <PlainPage
      alone
      title={t('page.failedTitle')}
      text={errorText(error, language)}
      action={<Button onClick={() => retry()}>{t('action.retry')}</Button>}
    />
  );
}
