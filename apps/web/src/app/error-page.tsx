import { Component, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { useLanguage } from '../i18n/i18n.ts';
import { isChunkFailure } from '../service/chunk-failure.ts';
import { errorText } from '../service/error-text.ts';
import { retryFailedComponents } from '../service/lazy-component.tsx';
import { reloadPage } from '../service/service-worker.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import styles from './message-page.module.css';
import { MessagePage } from './message-page.tsx';

interface ErrorPageProps {
  readonly error: unknown;
  /** Renders the failed content again. */
  readonly retry: () => void;
}

/** Displayed instead of a screen that failed to load or render. The rest of the console stays. */
function ErrorPage({ error, retry }: ErrorPageProps) {
  const { t } = useTranslation();
  const chunkFailed = isChunkFailure(error);
  useEffect(retryFailedComponents, []);
  return (
    <MessagePage
      title={t(chunkFailed ? 'page.failedTitle' : 'page.brokenTitle')}
      text={t(chunkFailed ? 'page.failed' : 'page.broken')}
      action={
        <span className={styles.actions}>
          {chunkFailed && <PlainButton onClick={retry}>{t('action.retry')}</PlainButton>}
          <PlainButton onClick={() => void reloadPage()}>{t('page.reload')}</PlainButton>
        </span>
      }
    />
  );
}

/** The same for screens rendered by the router: each visit is a new attempt. */
export function RouteErrorPage() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return (
    <ErrorPage
      error={useRouteError()}
      retry={() => navigate({ pathname, search }, { replace: true, state })}
    />
  );
}

interface ScreenErrorBoundaryProps {
  /** Key of the visit to the screen: each visit is a new attempt. */
  readonly visit: string;
  readonly children: ReactNode;
}

/** The same for screens that the router does not render itself. */
export class ScreenErrorBoundary extends Component<
  ScreenErrorBoundaryProps,
  { readonly failure: Error | null; readonly visit: string }
> {
  override state = { failure: null as Error | null, visit: this.props.visit };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: ScreenErrorBoundaryProps, state: { readonly visit: string }) {
    return props.visit === state.visit ? null : { failure: null, visit: props.visit };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return <ErrorPage error={failure} retry={() => this.setState({ failure: null })} />;
  }
}

/** Displayed when the session cannot be determined. */
export function SessionErrorPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <MessagePage
      standalone
      title={t('page.failedTitle')}
      text={errorText(error, language)}
      action={<PlainButton onClick={() => retry()}>{t('action.retry')}</PlainButton>}
    />
  );
}
