import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
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
function FailedPage({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const lost = isChunkFailure(error);
  return (
    <PlainPage
      title={t(lost ? 'page.failedTitle' : 'page.brokenTitle')}
      text={t(lost ? 'page.failed' : 'page.broken')}
      action={<Button onClick={() => location.reload()}>{t('page.reload')}</Button>}
    />
  );
}

/** The same, for what the router draws. */
export function FailedRoute() {
  return <FailedPage error={useRouteError()} />;
}

/** The same, for a screen that the router does not draw itself. */
export class FailedScreen extends Component<
  { readonly children: ReactNode },
  { readonly failure: Error | null }
> {
  override state: { readonly failure: Error | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <FailedPage error={failure} />;
  }
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
