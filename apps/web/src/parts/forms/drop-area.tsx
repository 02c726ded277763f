import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './drop-area.module.css';
import { FileButton } from './file-button.tsx';

interface DropAreaProps {
  /** Name of the selected file; null: none yet. */
  readonly fileName: string | null;
  /** Instruction while no file is selected; also the accessible name. */
  readonly prompt: string;
  readonly hint: string;
  /** Label of the button. */
  readonly buttonLabel: string;
  /** File name extensions, separated by commas. */
  readonly accept: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Accepts a file by drag and drop or selection. */
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
      data-drag-over={dragOver}
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
