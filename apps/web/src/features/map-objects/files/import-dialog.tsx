import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAP_OBJECT_KINDS, type MapObjectKind } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Checkbox, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { QUERY_BY_KIND } from '../../../parts/map-objects/map-object.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { ColorChoice } from '../forms/color-choice.tsx';
import { PRESET_COLORS } from '../forms/preset-colors.ts';
import { FileObjectList } from './file-object-list.tsx';
import styles from './import-dialog.module.css';

interface ImportDialogProps {
  readonly open: boolean;
  /** The kind of the panel that opened it; a file may contain other kinds, too. */
  readonly kind: MapObjectKind;
  readonly onClose: () => void;
}

const ACCEPTED_FILE_NAME = /\.(gpx|kml|kmz|geojson|json)$/i;

/** Error text of a file, with the line number if it is known. */
function useFileErrorText(): (error: unknown) => string {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  return (error) => {
    const text = errorText(error, language);
    const line = error instanceof NamedError ? error.details.line : undefined;
    return typeof line === 'number' ? t('import.atLine', { text, line }) : text;
  };
}

/** Imports routes, labelled points and areas from a file, after a preview of its contents. */
export function ImportDialog({ open, kind, onClose }: ImportDialogProps) {
  const { t } = useTranslation('mapObjects');
  const { t: tApp } = useTranslation('app');
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const fileErrorText = useFileErrorText();
  const groups = useGroups();
  const groupNodes = useMemo(() => flattenGroupTree(groups.list), [groups.list]);
  const [file, setFile] = useState<File | null>(null);
  const [kinds, setKinds] = useState<readonly MapObjectKind[]>(MAP_OBJECT_KINDS);
  const [groupId, setGroupId] = useState<number | null>(null);
  const [color, setColor] = useState<string>(PRESET_COLORS[0]);

  const inspect = useMutation({
    async mutationFn(selectedFile: File) {
      if (!ACCEPTED_FILE_NAME.test(selectedFile.name)) throw new NamedError('gps-file-type');
      if (selectedFile.size > LIMITS.gpsFileBytes) throw new NamedError('gps-file-too-large');
      return await client.call('uploadGPSFile', { file: selectedFile });
    },
    onSuccess: ({ counts }) => setKinds(MAP_OBJECT_KINDS.filter((objectKind) => counts[objectKind] > 0)),
  });
  const save = useMutation({
    mutationFn: (selectedFile: File) =>
      client.call('uploadGPSFile', { file: selectedFile, save: true, kinds: [...kinds], groupId, color }),
    async onSuccess({ counts }) {
      const createdCount = kinds.reduce((sum, objectKind) => sum + counts[objectKind], 0);
      message.success(t('import.done', { count: createdCount }));
      close();
      await Promise.all(
        kinds.map((objectKind) =>
          queryClient.invalidateQueries({ queryKey: [USER_QUERIES, QUERY_BY_KIND[objectKind]] }),
        ),
      );
    },
  });

  function selectFile(selectedFile: File): void {
    save.reset();
    setFile(selectedFile);
    inspect.mutate(selectedFile);
  }

  function close(): void {
    onClose();
    setFile(null);
    inspect.reset();
    save.reset();
  }

  const contents = inspect.data ?? null;
  const selectedCount =
    contents === null ? 0 : kinds.reduce((sum, objectKind) => sum + contents.counts[objectKind], 0);
  const failure = inspect.error ?? save.error;
  return (
    <Modal
      open={open}
      title={t('import.title')}
      onCancel={close}
      onOk={() => file !== null && save.mutate(file)}
      okText={selectedCount > 0 ? t('import.make', { count: selectedCount }) : t('import.ok')}
      okButtonProps={{ disabled: file === null || selectedCount === 0, loading: save.isPending }}
      cancelText={tApp('action.cancel')}
      mask={{ closable: false }}
      keyboard={file === null}
      destroyOnHidden
    >
      <div className={styles.dialog}>
        <DropArea
          fileName={file?.name ?? null}
          prompt={t('import.drop')}
          hint={t(`${kind}.importHint`)}
          buttonLabel={t(file === null ? 'import.choose' : 'import.chooseOther')}
          accept=".gpx,.kml,.kmz,.geojson,.json"
          busy={inspect.isPending}
          onFile={selectFile}
        />
        {failure !== null && (
          <p role="alert" className={styles.failure}>
            {fileErrorText(failure)}
          </p>
        )}
        {contents !== null && (
          <>
            <fieldset className={styles.kinds} aria-label={t('import.kinds')}>
              {MAP_OBJECT_KINDS.map((objectKind) => (
                <Checkbox
                  key={objectKind}
                  checked={kinds.includes(objectKind)}
                  disabled={contents.counts[objectKind] === 0}
                  onChange={({ target }) =>
                    setKinds(
                      MAP_OBJECT_KINDS.filter((other) =>
                        other === objectKind ? target.checked : kinds.includes(other),
                      ),
                    )
                  }
                >
                  {t('import.kind', { name: t(`${objectKind}.title`), count: contents.counts[objectKind] })}
                </Checkbox>
              ))}
            </fieldset>
            <FileObjectList objects={contents.objects} total={contents.total} skipped={contents.left} />
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the select is the control */}
            <label className={styles.field}>
              {t('form.group')}
              <Select
                allowClear
                aria-label={t('form.group')}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={t('ungrouped')}
                value={groupId}
                onChange={(next) => setGroupId(next ?? null)}
                options={groupNodes.map(({ groupId: value, path }) => ({ value, label: path }))}
              />
            </label>
            <div className={styles.field}>
              {t('import.color')}
              <ColorChoice value={color} onChange={setColor} />
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}
