import { useMutation } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { Modal, Progress } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { createProgressFetch } from '../../service/upload.ts';
import { DropArea } from '../forms/drop-area.tsx';
import { showTaskTooltip } from '../tasks/task-tooltip.ts';
import { ImportProgress } from './import-progress.tsx';
import { PreviewTable } from './preview-table.tsx';
import { SHEET_EXTENSIONS, validateSheet } from './sheet-file.ts';
import styles from './sheet-import.module.css';
import type { SheetKind } from './sheet-kind.ts';
import { TemplateLinks } from './template-links.tsx';

interface ImportDialogProps {
  readonly kind: SheetKind;
  readonly onClose: () => void;
  /** Rows may have been stored. */
  readonly onImported: () => void;
}

/** Time for 32 MB at 1 Mbit/s, and for checking 100,000 rows. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Imports a spreadsheet: choose a file, see what is wrong with it, start the batch task. */
export function ImportDialog({ kind, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation('sheetImport');
  const { t: tApp } = useTranslation('app');
  const { formatCount } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const stop = useRef<AbortController>(null);

  async function send(sheet: File, save: boolean) {
    const error = validateSheet(sheet, kind.limit);
    if (error !== null) throw error;
    stop.current = new AbortController();
    setSent(0);
    const { signal } = stop.current;
    const options = { signal, fetch: createProgressFetch(setSent), timeout: UPLOAD_TIMEOUT_MS };
    return client.call(kind.operation, { file: sheet, save, ...kind.more }, options);
  }
  const check = useMutation({ mutationFn: (sheet: File) => send(sheet, false) });
  const start = useMutation({ mutationFn: (sheet: File) => send(sheet, true), onSuccess: showTaskTooltip });

  function choose(sheet: File): void {
    stop.current?.abort(new Error('another file was chosen'));
    start.reset();
    setFile(sheet);
    check.mutate(sheet);
  }
  function reset(): void {
    check.reset();
    start.reset();
    setFile(null);
  }
  function close(): void {
    stop.current?.abort(new Error('the dialog was closed'));
    onClose();
  }

  const preview = check.data ?? null;
  const valid = preview === null ? 0 : preview.total - preview.failed;
  const taskId = start.data?.taskProgressId ?? null;
  const failure = check.error ?? start.error;
  return (
    <Modal
      open
      title={t(`${kind.texts}.title`)}
      width={920}
      onCancel={close}
      mask={{ closable: false }}
      keyboard={file === null || taskId !== null}
      cancelText={tApp(taskId === null ? 'action.cancel' : 'action.close')}
      okText={
        valid > 0 ? t(`${kind.texts}.startCount`, { count: valid, number: formatCount(valid) }) : t('start')
      }
      onOk={() => file !== null && start.mutate(file)}
      okButtonProps={{
        disabled: valid === 0,
        loading: start.isPending,
        ...(taskId === null ? {} : { style: { display: 'none' } }),
      }}
    >
      {taskId !== null ? (
        <ImportProgress taskProgressId={taskId} onAgain={reset} onEnd={onImported} />
      ) : (
        <div className={styles.stack}>
          {kind.texts === 'accounts' && <p className={styles.note}>{t('accounts.note')}</p>}
          {kind.texts === 'participants' && <p className={styles.note}>{t('participants.note')}</p>}
          <TemplateLinks kind={kind} />
          <DropArea
            fileName={file?.name ?? null}
            prompt={t('drop')}
            hint={t(kind.texts === 'participants' ? 'participants.hint' : 'hint')}
            buttonLabel={t(file === null ? 'choose' : 'chooseOther')}
            accept={SHEET_EXTENSIONS.join()}
            busy={check.isPending}
            onFile={choose}
          />
          {(check.isPending || start.isPending) && (
            <div role="status">
              <Progress percent={Math.floor(sent * 100)} size="small" aria-label={t('sending')} />
              {t(sent < 1 ? 'sending' : 'checking')}
            </div>
          )}
          {failure !== null && !stop.current?.signal.aborted && (
            <p role="alert" className={styles.error}>
              {errorText(failure, language)}
              {failure instanceof NamedError && typeof failure.details.row === 'number'
                ? ` ${t('atRow', { row: failure.details.row })}`
                : ''}
            </p>
          )}
          {preview !== null && <PreviewTable preview={preview} />}
        </div>
      )}
    </Modal>
  );
}
