import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../parts/forms/file-button.tsx';
import styles from './import-dialog.module.css';

interface DropAreaProps {
  /** Of the file that was chosen. */
  readonly name: string | null;
  readonly busy: boolean;
  readonly hint: string;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped or chosen. */
export function DropArea({ name, busy, hint, onFile }: DropAreaProps) {
  const { t } = useTranslation('mapObjects');
  const [over, setOver] = useState(false);
  return (
    <section
      className={styles.drop}
      data-over={over}
      aria-label={t('import.drop')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <IconFileUpload size={28} color="var(--wl-muted)" aria-hidden />
      <strong>{name ?? t('import.drop')}</strong>
      <small>{hint}</small>
      <FileButton
        label={t(name === null ? 'import.choose' : 'import.chooseOther')}
        accept=".gpx,.kml,.kmz,.geojson,.json"
        loading={busy}
        onFiles={([file]) => file !== undefined && onFile(file)}
      />
    </section>
  );
}
