import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAP_OBJECTS, type MapObjectKind } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { App, Checkbox, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { placeGroups } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { DropArea } from '../../../parts/forms/drop-area.tsx';
import { QUERY_OF } from '../../../parts/map-objects/map-object.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { MINE } from '../../../service/session.ts';
import { ColorChoice } from '../forms/color-choice.tsx';
import { PRESET_COLORS } from '../forms/preset-colors.ts';
import { FoundList } from './found-list.tsx';
import styles from './import-dialog.module.css';

interface ImportDialogProps {
  readonly open: boolean;
  /** The kind from whose panel it is opened; a file may have the others as well. */
  readonly kind: MapObjectKind;
  readonly onClose: () => void;
}

const TAKEN = /\.(gpx|kml|kmz|geojson|json)$/i;

/** A failure of a file, with the line that is wrong where it is known. */
function useFileFailure(): (error: unknown) => string {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  return (error) => {
    const text = errorText(error, language);
    const line = error instanceof NamedError ? error.details.line : undefined;
    return typeof line === 'number' ? t('import.atLine', { text, line }) : text;
  };
}

/** Brings routes, labelled points and areas in from a file: what is in it is seen before anything is made. */
export function ImportDialog({ open, kind, onClose }: ImportDialogProps) {
  const { t } = useTranslation('mapObjects');
  const { t: app } = useTranslation('app');
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const said = useFileFailure();
  const groups = useGroups();
  const placed = useMemo(() => placeGroups(groups.list), [groups.list]);
  const [file, setFile] = useState<File | null>(null);
  const [kinds, setKinds] = useState<readonly MapObjectKind[]>(MAP_OBJECTS);
  const [groupId, setGroupId] = useState<number | null>(null);
  const [color, setColor] = useState<string>(PRESET_COLORS[0]);

  const look = useMutation({
    async mutationFn(chosen: File) {
      if (!TAKEN.test(chosen.name)) throw new NamedError('gps-file-type');
      if (chosen.size > LIMITS.gpsFileBytes) throw new NamedError('gps-file-too-large');
      return await client.call('uploadGPSFile', { file: chosen });
    },
    onSuccess: ({ counts }) => setKinds(MAP_OBJECTS.filter((one) => counts[one] > 0)),
  });
  const save = useMutation({
    mutationFn: (chosen: File) =>
      client.call('uploadGPSFile', { file: chosen, save: true, kinds: [...kinds], groupId, color }),
    async onSuccess({ counts }) {
      const made = kinds.reduce((sum, one) => sum + counts[one], 0);
      message.success(t('import.done', { count: made }));
      close();
      await Promise.all(kinds.map((one) => queries.invalidateQueries({ queryKey: [MINE, QUERY_OF[one]] })));
    },
  });

  function choose(chosen: File): void {
    save.reset();
    setFile(chosen);
    look.mutate(chosen);
  }

  function close(): void {
    onClose();
    setFile(null);
    look.reset();
    save.reset();
  }

  const inIt = look.data ?? null;
  const wanted = inIt === null ? 0 : kinds.reduce((sum, one) => sum + inIt.counts[one], 0);
  const failure = look.error ?? save.error;
  return (
    <Modal
      open={open}
      title={t('import.title')}
      onCancel={close}
      onOk={() => file !== null && save.mutate(file)}
      okText={wanted > 0 ? t('import.make', { count: wanted }) : t('import.ok')}
      okButtonProps={{ disabled: file === null || wanted === 0, loading: save.isPending }}
      cancelText={app('action.cancel')}
      mask={{ closable: false }}
      keyboard={file === null}
      destroyOnHidden
    >
      <div className={styles.dialog}>
        <DropArea
          name={file?.name ?? null}
          invitation={t('import.drop')}
          hint={t(`${kind}.importHint`)}
          choose={t(file === null ? 'import.choose' : 'import.chooseOther')}
          accept=".gpx,.kml,.kmz,.geojson,.json"
          busy={look.isPending}
          onFile={choose}
        />
        {failure !== null && (
          <p role="alert" className={styles.failure}>
            {said(failure)}
          </p>
        )}
        {inIt !== null && (
          <>
            <fieldset className={styles.kinds} aria-label={t('import.kinds')}>
              {MAP_OBJECTS.map((one) => (
                <Checkbox
                  key={one}
                  checked={kinds.includes(one)}
                  disabled={inIt.counts[one] === 0}
                  onChange={({ target }) =>
                    setKinds(
                      MAP_OBJECTS.filter((other) => (other === one ? target.checked : kinds.includes(other))),
                    )
                  }
                >
                  {t('import.kind', { name: t(`${one}.title`), count: inIt.counts[one] })}
                </Checkbox>
              ))}
            </fieldset>
            <FoundList found={inIt.objects} total={inIt.total} left={inIt.left} />
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
                options={placed.map(({ groupId: value, path }) => ({ value, label: path }))}
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
