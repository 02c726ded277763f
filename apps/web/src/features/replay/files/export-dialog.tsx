import { useMutation } from '@tanstack/react-query';
import { ERRORS } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import {
  type Correction,
  exportTrack,
  TRACK_FORMATS,
  type TrackFormat,
} from '@wakeline/contract/replay/tracks';
import { Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showTaskTooltip } from '../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { DeviceNames } from './device-names.tsx';
import { validateWindow } from './file-window.ts';
import styles from './replay-files.module.css';
import { StartedTask } from './started-task.tsx';
import { type FileWindow, WindowFields } from './window-fields.tsx';

interface ExportDialogProps {
  readonly trackerIds: readonly number[];
  /** The time of the replay, the initial range. */
  readonly window: FileWindow;
  readonly correction: Correction;
  readonly onClose: () => void;
}

/** Exports the tracks of a replay to a file in a standard format, as a batch task. */
export function ExportDialog({
  trackerIds,
  window: initialWindow,
  correction: initialCorrection,
  onClose,
}: ExportDialogProps) {
  const { t } = useTranslation('replayTools');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const [window, setWindow] = useState(initialWindow);
  const [format, setFormat] = useState<TrackFormat>('gpx');
  const [correction, setCorrection] = useState(initialCorrection);
  const [name, setName] = useState('');
  const start = useMutation({
    mutationFn: () =>
      client.call('exportTrack', {
        trackerIds: [...trackerIds],
        startTime: window.start,
        endTime: window.end,
        format,
        correction,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      }),
    onSuccess: showTaskTooltip,
  });
  const error = validateWindow(trackerIds.length, window);
  const errorMessage = error === null ? null : ERRORS[error][language === 'zh_CN' ? 'zh' : 'en'];
  const nameError =
    name.trim() === '' ? null : describeProblem(exportTrack.payload.shape.name, name.trim(), language);
  const failure = start.error === null ? null : errorText(start.error, language);

  return (
    <Modal
      open
      title={t('export.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      cancelText={app(start.isSuccess ? 'action.close' : 'action.cancel')}
      okText={t('export.start')}
      onOk={() => start.mutate()}
      okButtonProps={{
        disabled: error !== null || nameError !== null,
        loading: start.isPending,
        ...(start.isSuccess ? { style: { display: 'none' } } : {}),
      }}
      width={520}
    >
      {start.isSuccess ? (
        <StartedTask
          taskProgressId={start.data.taskProgressId}
          progressHint={t('export.working')}
          downloadLabel={t('export.fetch')}
        />
      ) : (
        <div className={styles.stack}>
          <DeviceNames trackerIds={trackerIds} />
          <div className={styles.field}>
            {t('window')}
            <WindowFields id="export" value={window} onChange={setWindow} />
            {errorMessage !== null && (
              <p role="alert" className={styles.error}>
                {errorMessage}
              </p>
            )}
          </div>
          <div className={styles.field}>
            {t('export.format')}
            <Radio.Group
              className={styles.formats ?? ''}
              optionType="button"
              aria-label={t('export.format')}
              value={format}
              onChange={({ target }) => setFormat(target.value)}
              options={TRACK_FORMATS.map((value) => ({ value, label: t(`format.${value}.name`) }))}
            />
            <p className={styles.note}>{t(`format.${format}.about`)}</p>
          </div>
          <div className={styles.field}>
            {t('correction.title')}
            <Radio.Group
              optionType="button"
              aria-label={t('correction.title')}
              value={correction}
              onChange={({ target }) => setCorrection(target.value)}
              options={(['none', 'intelligent'] as const).map((value) => ({
                value,
                label: t(`correction.${value}`),
              }))}
            />
          </div>
          <label className={styles.field} htmlFor="export-name">
            {t('export.name')}
            <Input
              id="export-name"
              value={name}
              placeholder={t('export.nameHint')}
              status={nameError === null ? '' : 'error'}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          {(nameError ?? failure) !== null && (
            <p role="alert" className={styles.error}>
              {nameError ?? failure}
            </p>
          )}
        </div>
      )}
    </Modal>
  );
}
