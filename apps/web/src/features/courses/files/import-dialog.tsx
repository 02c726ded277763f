import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { Field } from '../planner/panels/field.tsx';
import panels from '../planner/panels/panels.module.css';
import { parsePlacement } from './parse-placement.ts';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates an event from a file, after a check that lists what is left out. */
export function ImportEventDialog({ open, onClose }: ImportDialogProps) {
  const { t } = useTranslation('coursePlanner');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);
  const [system, setSystem] = useState<number | null>(null);
  const [placementText, setPlacementText] = useState('');
  const placement = parsePlacement(placementText);

  const request = (chosen: File, save: boolean) =>
    client.call('importCourseFile', {
      ...{ file: chosen, save },
      ...(system !== null && { coordinateSystem: system }),
      ...(placement !== null && { placement }),
    });
  const check = useMutation({
    async mutationFn(chosen: File) {
      if (chosen.size > LIMITS.courseFileBytes) throw new NamedError('course-file-too-large');
      return await request(chosen, false);
    },
  });
  const save = useMutation({
    mutationFn: (chosen: File) => request(chosen, true),
    async onSuccess({ eventId, eventName }) {
      message.success(t('import.done', { name: eventName }));
      close();
      await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'courseEvents'] });
      navigate(`/coursePlanner?event=${eventId}`);
    },
  });
  const failure = save.error ?? check.error;
  const reason = failure instanceof NamedError ? failure.errorName : null;
  const contents = check.data ?? null;

  function choose(chosen: File): void {
    setFile(chosen);
    save.reset();
    check.mutate(chosen);
  }

  function close(): void {
    onClose();
    setFile(null);
    setSystem(null);
    setPlacementText('');
    check.reset();
    save.reset();
  }

  return (
    <Modal
      open={open}
      title={t('import.title')}
      okText={t('import.ok')}
      cancelText={tApp('action.cancel')}
      okButtonProps={{ disabled: file === null || contents === null, loading: save.isPending }}
      onOk={() => file !== null && save.mutate(file)}
      onCancel={close}
      mask={{ closable: false }}
      keyboard={file === null}
      destroyOnHidden
    >
      <div className={panels.details}>
        <DropArea
          fileName={file?.name ?? null}
          prompt={t('import.drop')}
          hint={t('import.hint')}
          buttonLabel={t(file === null ? 'import.choose' : 'import.chooseOther')}
          accept=".xml,.ppen,.json"
          busy={check.isPending}
          onFile={choose}
        />
        {failure !== null && <p role="alert">{errorText(failure, language)}</p>}
        {file !== null && reason === 'course-file-needs-system' && (
          <Field label={t('import.system')}>
            <InputNumber
              aria-label={t('import.system')}
              min={1}
              max={999_999}
              precision={0}
              placeholder="27700"
              value={system}
              onChange={setSystem}
              onBlur={() => check.mutate(file)}
              onPressEnter={() => check.mutate(file)}
            />
          </Field>
        )}
        {file !== null && reason === 'course-file-needs-placement' && (
          <Field label={t('import.placement')}>
            <Input.TextArea
              aria-label={t('import.placement')}
              rows={4}
              placeholder={'0 0 57.70000 11.90000\n100 0 57.70000 11.92500'}
              value={placementText}
              onChange={({ target }) => setPlacementText(target.value)}
              onBlur={() => placement !== null && check.mutate(file)}
            />
          </Field>
        )}
        {contents !== null && (
          <>
            <p className={panels.text}>{t('import.contents', { name: contents.eventName, ...contents })}</p>
            {contents.ignored.length > 0 && (
              <p className={panels.hint}>
                {t('import.ignored', {
                  list: contents.ignored.map(({ element, count }) => `${element} (${count})`).join(', '),
                })}
              </p>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}
