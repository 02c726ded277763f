import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MATCH_QUERIES } from '../../../parts/matches/use-matches.ts';
import { ImportDialog } from '../../../parts/sheet-import/import-dialog.tsx';
import { participantSheet } from '../../../parts/sheet-import/sheet-kind.ts';
import type { ImportedFile } from './import-menu.tsx';
import { StartListDialog } from './start-list-dialog.tsx';

interface ImportDialogsProps {
  readonly matchId: number;
  /** Null: no dialog is open. */
  readonly file: ImportedFile | null;
  readonly onClose: () => void;
}

/** The dialog that imports a file of participants. */
export function ImportDialogs({ matchId, file, onClose }: ImportDialogsProps) {
  const queryClient = useQueryClient();
  const kind = useMemo(() => participantSheet(matchId), [matchId]);
  if (file === null) return null;
  if (file === 'iof') return <StartListDialog matchId={matchId} onClose={onClose} />;
  return (
    <ImportDialog
      kind={kind}
      onClose={onClose}
      onImported={() => void queryClient.invalidateQueries({ queryKey: MATCH_QUERIES })}
    />
  );
}
