import { useTranslation } from 'react-i18next';
import { RequestSummary } from '../core/frame/request-summary.tsx';
import { Welcome } from '../core/frame/welcome.tsx';
import { MultiForm, type MultiFormValues } from './multi-form.tsx';
import styles from './multi-request-section.module.css';
import type { MultiReplayParams } from './use-multi-replay-params.ts';

interface MultiRequestSectionProps {
  readonly params: MultiReplayParams;
  /** Whether the form is open to change the current request. */
  readonly isChanging: boolean;
  readonly onChangingChange: (changing: boolean) => void;
  /** Introduction for users without a request. */
  readonly welcome: { readonly title: string; readonly text: string };
  readonly loading: boolean;
  readonly onSearch: (choice: MultiFormValues & { readonly start: number; readonly end: number }) => void;
}

/** In the panel: the request form, or a summary of the request. */
export function MultiRequestSection({
  params,
  isChanging,
  onChangingChange,
  welcome,
  loading,
  onSearch,
}: MultiRequestSectionProps) {
  const { t } = useTranslation('replayMulti');
  const { replayView, formValues, trackers, isEmpty, unknownCount } = params;
  if (isChanging || replayView === null)
    return (
      <>
        {isEmpty && <Welcome {...welcome} />}
        <MultiForm
          initialValues={formValues}
          trackers={trackers}
          loading={loading}
          onSearch={onSearch}
          onCancel={replayView === null ? null : () => onChangingChange(false)}
        />
      </>
    );
  return (
    <>
      <RequestSummary
        title={t('summary', { count: replayView.trackerIds.length - unknownCount })}
        start={replayView.start}
        end={replayView.end}
        onChange={() => onChangingChange(true)}
      />
      {unknownCount > 0 && (
        <p className={styles.unknown} role="status">
          {t('unknown', { count: unknownCount })}
        </p>
      )}
    </>
  );
}
