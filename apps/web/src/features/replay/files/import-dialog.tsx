import { useMutation } from '@tanstack/react-query';
import { Modal, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { TrackerSelect } from '../../../parts/devices/tracker-select.tsx';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { showTaskTooltip } from '../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { createProgressFetch } from '../../../service/upload.ts';
import styles from './replay-files.module.css';
import { StartedTask } from './started-task.tsx';
import { TRACK_FILE_EXTENSIONS, validateTrackFile } from './track-file.ts';

interface ImportDialogProps {
  /** The device of the replay; null: none selected. */
  readonly trackerId: number | null;
  readonly onClose: () => void;
  /** The import is complete: the displayed track may be outdated. */
  readonly onImported: (trackerId: number) => void;
}

/** Time for 64 MB at 1 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Imports the positions of a file into a device's history, as a batch task. Its result file lists what happened to
 * each position.
 */
export function ImportDialog({ trackerId, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation('replayTools');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const [device, setDevice] = useState(trackerId);
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const stop = useRef<AbortController>(null);

  const send = useMutation({
    mutationFn(uploadRequest: { readonly trackerId: number; readonly file: File }) {
      stop.current = new AbortController();
      setSent(0);
      const { signal } = stop.current;
      return client.call('importTrack', uploadRequest, {
        signal,
        fetch: createProgressFetch(setSent),
        timeout: UPLOAD_TIMEOUT_MS,
      });
    },
    onSuccess: showTaskTooltip,
  });

  const fileError = file === null ? null : validateTrackFile(file);
  const failure = fileError ?? (stop.current?.signal.aborted ? null : send.error);

  function choose(next: File): void {
    send.reset();
    setFile(next);
  }

  function close(): void {
    stop.current?.abort(new Error('the dialog was closed'));
    onClose();
  }

  return (
    <Modal
      open
      title={t('import.title')}
      onCancel={close}
      mask={{ closable: false }}
      keyboard={file === null}
      cancelText={app(send.isSuccess ? 'action.close' : 'action.cancel')}
      okText={t('import.start')}
      onOk={() => file !== null && device !== null && send.mutate({ trackerId: device, file })}
      okButtonProps={{
        disabled: file === null || device === null || fileError !== null,
        loading: send.isPending,
        ...(send.isSuccess ? { style: { display: 'none' } } : {}),
      }}
      width={520}
    >
      {send.isSuccess ? (
        <StartedTask
          taskProgressId={send.data.taskProgressId}
          progressHint={t('import.working')}
          downloadLabel={t('import.fetch')}
          onDone={() => onImported(send.variables.trackerId)}
        >
          <p className={styles.note}>{t('import.done')}</p>
        </StartedTask>
      ) : (
        <div className={styles.stack}>
          <label className={styles.field} htmlFor="import-device">
            {t('import.device')}
            <TrackerSelect id="import-device" value={device} onChange={setDevice} />
          </label>
          <DropArea
            fileName={file?.name ?? null}
            prompt={t('import.drop')}
            hint={t('import.hint')}
            buttonLabel={t(file === null ? 'import.choose' : 'import.chooseOther')}
            accept={TRACK_FILE_EXTENSIONS.join()}
            onFile={choose}
          />
          {send.isPending && (
            <div role="status">
              <Progress percent={Math.floor(sent * 100)} size="small" aria-label={t('import.sending')} />
              {t(sent < 1 ? 'import.sending' : 'import.looking')}
            </div>
          )}
          {failure !== null && (
            <p role="alert" className={styles.error}>
              {errorText(failure, language)}
            </p>
          )}
        </div>
      )}
    </Modal>
  );
}
