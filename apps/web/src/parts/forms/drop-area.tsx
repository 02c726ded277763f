import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './drop-area.module.css';
import { FileButton } from './file-button.tsx';

interface DropAreaProps {
  /** Of the file that was chosen; null: none yet. */
  readonly fileName: string | null;
  /** What to do, as long as no file is chosen; also the name of the area. */
  readonly prompt: string;
  readonly hint: string;
  /** On the button. */
  readonly buttonLabel: string;
  /** Endings of names, parted by commas. */
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped or chosen. */
export function DropArea({
  fileName,
  prompt,
  hint,
  buttonLabel,
  accept,
  busy = false,
  onFile,
}: DropAreaProps) {
  const [dragOver, setDragOver] = useState(false);
  return (
    <section
      className={styles.drop}
      data-over={dragOver}
      aria-label={prompt}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <IconFileUpload size={28} color="var(--wl-muted)" aria-hidden />
      <strong>{fileName ?? prompt}</strong>
      <small>{hint}</small>
      <FileButton
        label={buttonLabel}
        accept={accept}
        loading={busy}
        onFiles={([file]) => file !== undefined && onFile(file)}
      />
    </section>
  );
}
