import { IconMapPinCheck, IconWorldUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import type { DraftUpload } from './layer-draft.ts';
import styles from './layer-editor.module.css';
import { POSITION_ACCEPT } from './use-file-reading.ts';

interface FilePositionProps {
  readonly upload: DraftUpload;
  /** Whether the points are those of the position. */
  readonly isUsed: boolean;
  readonly reading: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onSystem: (code: number) => void;
  readonly onUse: () => void;
}

/** The position of a selected file: a world file beside it, its coordinate system, and whether it is used. */
export function FilePosition({ upload, isUsed, reading, onFiles, onSystem, onUse }: FilePositionProps) {
  const { t } = useTranslation('imageLayers');
  const { positionFile, position, coordinateSystem, needsCoordinateSystem, selectedSystem } = upload;
  const needsChoice = needsCoordinateSystem || selectedSystem !== null;
  return (
    <div className={styles.position}>
      <FileButton
        label={positionFile === null ? t('editor.positionFile') : positionFile.name}
        accept={POSITION_ACCEPT}
        icon={<IconWorldUpload size={16} />}
        loading={reading}
        onFiles={onFiles}
      />
      {needsChoice && <SystemSelect value={coordinateSystem} onChange={onSystem} />}
      {position !== null && isUsed && (
        <span className={styles.used}>
          <IconMapPinCheck size={16} aria-hidden />
          {t('editor.positionUsed')}
        </span>
      )}
      {position !== null && !isUsed && (
        <Button size="small" onClick={onUse}>
          {t('editor.usePosition')}
        </Button>
      )}
      {needsCoordinateSystem && <span className={styles.muted}>{t('editor.systemNeeded')}</span>}
    </div>
  );
}

interface SystemSelectProps {
  readonly value: number | null;
  readonly onChange: (code: number) => void;
}

/** Selects a coordinate system by its name, country or EPSG code. */
function SystemSelect({ value, onChange }: SystemSelectProps) {
  const { t } = useTranslation('imageLayers');
  const client = useClient();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim()) || (value === null ? '' : String(value));
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'coordinateSystems', text],
    queryFn: ({ signal }) => client.call('queryCoordinateSystems', { text }, { signal }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <Select<number>
      className={styles.system ?? ''}
      popupMatchSelectWidth={360}
      aria-label={t('editor.system')}
      placeholder={t('editor.system')}
      value={value}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={t('editor.systemSearch')}
      onChange={onChange}
      options={(data?.list ?? []).map(({ code, name, area }) => ({
        value: code,
        label: `${name} (EPSG:${code})`,
        title: area,
      }))}
    />
  );
}
