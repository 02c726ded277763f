import { Button, Modal } from 'antd';
import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isChunkFailure } from '../service/chunk-failure.ts';
import { forgetFailedParts } from './screen-part.tsx';

interface PartOverPageProps {
  /** The person goes on without it. */
  readonly onGiveUp: () => void;
  readonly children: ReactNode;
}

/** A dialog or a layer whose code comes when it is opened. Where that fails a dialog says so: the page under it stays as it is. */
export class PartOverPage extends Component<PartOverPageProps, { readonly failure: Error | null }> {
  override state = { failure: null as Error | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return <Suspense>{this.props.children}</Suspense>;
    return (
      <FailedPart
        error={failure}
        onRetry={() => this.setState({ failure: null })}
        onGiveUp={this.props.onGiveUp}
      />
    );
  }
}

interface FailedPartProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onGiveUp: () => void;
}

function FailedPart({ error, onRetry, onGiveUp }: FailedPartProps) {
  const { t } = useTranslation();
  const lost = isChunkFailure(error);
  useEffect(forgetFailedParts, []);
  return (
    <Modal
      open
      title={t(lost ? 'page.failedTitle' : 'page.brokenTitle')}
      onCancel={onGiveUp}
      footer={
        <>
          <Button onClick={onGiveUp}>{t('action.close')}</Button>
          {lost && (
            <Button type="primary" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(lost ? 'page.failed' : 'page.broken')}</p>
    </Modal>
  );
}
