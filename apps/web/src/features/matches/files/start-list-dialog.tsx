import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { MATCH_QUERIES } from '../../../parts/matches/use-matches.ts';
import { PreviewTable } from '../../../parts/sheet-import/preview-table.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';

interface StartListDialogProps {
  readonly matchId: number;
  readonly onClose: () => void;
}

/** Imports a start, entry or result list of IOF XML: all of it or nothing, after a check. */
export function StartListDialog({ matchId, onClose }: StartListDialogProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const { formatCount } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);
  const check = useMutation({
    async mutationFn(checked: File) {
      if (checked.size > LIMITS.startListBytes) throw new NamedError('start-list-too-large');
      return client.call('importStartList', { matchId, file: checked });
    },
  });
  const save = useMutation({
    mutationFn: (saved: File) => client.call('importStartList', { matchId, file: saved, save: true }),
    async onSuccess({ added }) {
      await queryClient.invalidateQueries({ queryKey: MATCH_QUERIES });
      message.success(t('files.imported', { count: added ?? 0, number: formatCount(added ?? 0) }));
      onClose();
    },
  });

  function choose(chosen: File): void {
    save.reset();
    setFile(chosen);
    check.mutate(chosen);
  }

  const preview = check.data ?? null;
  const count = preview === null || preview.failed > 0 ? 0 : preview.total;
  const failure = save.error ?? check.error;
  return (
    <Modal
      open
      title={t('files.import.iofTitle')}
      width={920}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={file === null}
      cancelText={tApp('action.cancel')}
      okText={
        count > 0 ? t('files.importCount', { count, number: formatCount(count) }) : t('files.import.button')
      }
      okButtonProps={{ disabled: count === 0, loading: save.isPending }}
      onOk={() => file !== null && save.mutate(file)}
    >
      <div className={styles.stack}>
        <DropArea
          fileName={file?.name ?? null}
          prompt={t('files.drop')}
          hint={t('files.hint')}
          buttonLabel={t(file === null ? 'files.choose' : 'files.chooseOther')}
          accept=".xml"
          busy={check.isPending}
          onFile={choose}
        />
        {failure !== null && (
          <p role="alert" className={styles.failure}>
            {errorText(failure, language)}
            {failure instanceof NamedError && typeof failure.details.line === 'number'
              ? ` ${t('files.atLine', { line: failure.details.line })}`
              : ''}
          </p>
        )}
        {preview !== null && <Contents preview={preview} />}
      </div>
    </Modal>
  );
}

/** What a file contains, and what of it is not imported. */
function Contents({ preview }: { readonly preview: ResultOf<Operations['importStartList']> }) {
  const { t } = useTranslation('matches');
  const { eventName, newClasses, unknownCourses, ignored, failed } = preview;
  const notes = [
    eventName !== '' && t('files.event', { name: eventName }),
    newClasses.length > 0 && t('files.newClasses', { names: newClasses.join(', ') }),
    unknownCourses.length > 0 && t('files.unknownCourses', { names: unknownCourses.join(', ') }),
    ignored.length > 0 &&
      t('files.ignored', { list: ignored.map(({ element, count }) => `${element} (${count})`).join(', ') }),
    failed > 0 && t('files.allOrNone'),
  ].filter((note) => note !== false);
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles.hint}>
          {note}
        </p>
      ))}
      <PreviewTable preview={{ ...preview, unknownColumns: [] }} />
    </>
  );
}
