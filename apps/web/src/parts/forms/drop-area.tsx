import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './drop-area.module.css';
import { FileButton } from './file-button.tsx';

interface DropAreaProps {
  /** Of the file that was chosen; null: none yet. */
  readonly name: string | null;
  /** What to do, as long as no file is chosen; also the name of the area. */
  readonly invitation: string;
  readonly hint: string;
  /** On the button. */
  readonly choose: string;
  /** Endings of names, parted by commas. */
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped or chosen. */
export function DropArea({ name, invitation, hint, choose, accept, busy = false, onFile }: DropAreaProps) {
  const [over, setOver] = useState(false);
  return (
    <section
      className={styles.drop}
      data-over={over}
      aria-label={invitation}
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
      <strong>{name ?? invitation}</strong>
      <small>{hint}</small>
      <FileButton
        label={choose}
        accept={accept}
        loading={busy}
        onFiles={([file]) => file !== undefined && onFile(file)}
      />
    </section>
  );
}
