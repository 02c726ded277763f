import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './record-actions.module.css';

interface Action {
  readonly label: string;
  readonly onClick: () => void;
}

interface RecordActionsProps {
  /** False: this person may not. */
  readonly edit: Action | false;
  readonly remove: Action | false;
  /** Further buttons, between the two. */
  readonly children?: ReactNode;
}

/** Buttons at the end of a row: to change the record and to delete it. */
export function RecordActions({ edit, remove, children }: RecordActionsProps) {
  return (
    <span className={styles.actions}>
      {edit && <IconButton {...edit} icon={<IconPencil size={18} stroke={1.75} />} />}
      {children}
      {remove && <IconButton danger {...remove} icon={<IconTrash size={18} stroke={1.75} />} />}
    </span>
  );
}
