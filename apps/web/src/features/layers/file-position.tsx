import { IconMapPinCheck, IconWorldUpload } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { SystemSelect } from '../../parts/layers/system-select.tsx';
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
      {needsChoice && (
        <div className={styles.system}>
          <SystemSelect value={coordinateSystem} onChange={onSystem} />
        </div>
      )}
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
