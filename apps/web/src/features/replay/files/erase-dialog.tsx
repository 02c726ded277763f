import { useMutation, useQuery } from '@tanstack/react-query';
import { ERRORS } from '@wakeline/contract/errors';
import { Alert, App, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { namesOf } from './device-names.tsx';
import { validateWindow } from './file-window.ts';
import styles from './replay-files.module.css';
import { type FileWindow, WindowFields } from './window-fields.tsx';

interface EraseDialogProps {
  readonly trackerId: number;
  /** The time of the replay, the initial range. */
  readonly window: FileWindow;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

/**
 * Deletes a range of a track permanently. The server first counts the positions, and the button displays the number.
 */
export function EraseDialog({ trackerId, window: initialWindow, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation('replayTools');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const { formatDateTime, formatCount } = useFormat();
  const [window, setWindow] = useState(initialWindow);
  const error = validateWindow(1, window);
  const [name = ''] = namesOf([trackerId]);

  const counting = useQuery({
    queryKey: [USER_QUERIES, 'track-count', trackerId, window.start, window.end],
    queryFn: ({ signal }) =>
      client.call(
        'countTrackByTime',
        { trackerId, startTime: window.start, endTime: window.end },
        { signal },
      ),
    enabled: error === null,
    // Counted again whenever the dialog asks.
    gcTime: 0,
    staleTime: 0,
  });
  const erase = useMutation({
    mutationFn: () =>
      client.call('deleteTrackByTime', { trackerId, startTime: window.start, endTime: window.end }),
    onSuccess({ deleted }) {
      message.success(t('erase.done', { count: deleted, formatted: formatCount(deleted) }));
      onClose();
      onErased();
    },
  });

  const found = error === null && !counting.isFetching ? (counting.data ?? null) : null;
  const positions = found?.positions ?? null;
  const hidden = found === null ? 0 : found.positions - found.fixes;
  const failure = erase.error ?? (error === null ? counting.error : null);
  const errorMessage = error === null ? null : ERRORS[error][language === 'zh_CN' ? 'zh' : 'en'];
  return (
    <Modal
      open
      title={t('erase.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      cancelText={app('action.cancel')}
      okText={
        positions === null
          ? t('erase.counting')
          : t('erase.ok', { count: positions, formatted: formatCount(positions) })
      }
      okButtonProps={{
        danger: true,
        disabled: positions === null || positions === 0,
        loading: erase.isPending,
      }}
      onOk={() => erase.mutate()}
      width={520}
    >
      <div className={styles.stack}>
        <div className={styles.field}>
          {t('window')}
          <WindowFields id="erase" value={window} disabled={erase.isPending} onChange={setWindow} />
          {errorMessage !== null && (
            <p role="alert" className={styles.error}>
              {errorMessage}
            </p>
          )}
        </div>
        <Alert
          type="warning"
          showIcon
          title={t('erase.warning')}
          description={
            <dl className={styles.details}>
              <dt>{t('erase.device')}</dt>
              <dd>{name}</dd>
              <dt>{t('start')}</dt>
              <dd>{formatDateTime(window.start)}</dd>
              <dt>{t('end')}</dt>
              <dd>{formatDateTime(window.end)}</dd>
              <dt>{t('erase.positions')}</dt>
              <dd>{positions === null ? '…' : formatCount(positions)}</dd>
              {hidden > 0 && (
                <>
                  <dt>{t('erase.hidden')}</dt>
                  <dd>{formatCount(hidden)}</dd>
                </>
              )}
              <dt>{t('erase.kept')}</dt>
              <dd>{t('erase.keptWhat')}</dd>
            </dl>
          }
        />
        {positions === 0 && <p className={styles.note}>{t('erase.none')}</p>}
        {failure !== null && (
          <p role="alert" className={styles.error}>
            {errorText(failure, language)}
          </p>
        )}
      </div>
    </Modal>
  );
}
