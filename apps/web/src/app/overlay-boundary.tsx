import { Button, Modal } from 'antd';
import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isChunkFailure } from '../service/chunk-failure.ts';
import { retryFailedComponents } from '../service/lazy-component.tsx';

interface OverlayBoundaryProps {
  /** Closes the overlay; the user continues without it. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog or layer whose code is loaded when it opens. If that fails a dialog shows the error, and the page below
 * stays unchanged.
 */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly failure: Error | null }> {
  override state = { failure: null as Error | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return <Suspense>{this.props.children}</Suspense>;
    return (
      <OverlayErrorDialog
        error={failure}
        onRetry={() => this.setState({ failure: null })}
        onDismiss={this.props.onDismiss}
      />
    );
  }
}

interface OverlayErrorDialogProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

function OverlayErrorDialog({ error, onRetry, onDismiss }: OverlayErrorDialogProps) {
  const { t } = useTranslation();
  const chunkFailed = isChunkFailure(error);
  useEffect(retryFailedComponents, []);
  return (
    <Modal
      open
      title={t(chunkFailed ? 'page.failedTitle' : 'page.brokenTitle')}
      onCancel={onDismiss}
      footer={
        <>
          <Button onClick={onDismiss}>{t('action.close')}</Button>
          {chunkFailed && (
            <Button type="primary" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(chunkFailed ? 'page.failed' : 'page.broken')}</p>
    </Modal>
  );
}
