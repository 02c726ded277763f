import { App, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { errorText } from '../../../service/error-text.ts';
import panels from '../planner/panels/panels.module.css';
import { GridFields } from './grid-fields.tsx';
import { PaperFields } from './paper-fields.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates an event from a file, after a check that lists what is left out. */
export function ImportEventDialog({ open, onClose }: ImportDialogProps) {
  const { t } = useTranslation('coursePlanner');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const { file, need, where, contents, failure, ...state } = useImport(({ eventId, eventName }) => {
    message.success(t('import.done', { name: eventName }));
    close();
    navigate(`/coursePlanner?event=${eventId}`);
  });

  function close(): void {
    onClose();
    state.reset();
  }

  return (
    <Modal
      open={open}
      title={t('import.title')}
      okText={t('import.ok')}
      cancelText={tApp('action.cancel')}
      okButtonProps={{ disabled: contents === null, loading: state.isSaving }}
      onOk={state.save}
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
          busy={state.isChecking}
          onFile={state.choose}
        />
        {failure !== null && <p role="alert">{errorText(failure, language)}</p>}
        {need?.kind === 'system' && (
          <GridFields
            point={need}
            system={where.coordinateSystem ?? null}
            onChange={(coordinateSystem) => state.check({ coordinateSystem })}
          />
        )}
        {need?.kind === 'placement' && <PaperFields map={where.map ?? null} onChange={state.check} />}
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
