import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './record-actions.module.css';

interface Action {
  readonly label: string;
  readonly onClick: () => void;
}

interface RecordActionsProps {
  /** False: not permitted. */
  readonly edit: Action | false;
  readonly remove: Action | false;
  /** Further buttons, between the two. */
  readonly children?: ReactNode;
}

/** Buttons at the end of a row: edit and delete the record. */
export function RecordActions({ edit, remove, children }: RecordActionsProps) {
  return (
    <span className={styles.actions}>
      {edit && <IconButton {...edit} icon={<IconPencil size={18} stroke={1.75} />} />}
      {children}
      {remove && <IconButton danger {...remove} icon={<IconTrash size={18} stroke={1.75} />} />}
    </span>
  );
}
