import { removeControl } from '@wakeline/domain/courses/edit-controls';
import { useCallback } from 'react';
import { usePlanner } from './planner-context.ts';

/** Deletes the selected control, which undo restores; returns whether there was one. */
export function useRemoveSelection(): () => boolean {
  const { planner, canEdit } = usePlanner();
  return useCallback(() => {
    const { selection, draft } = planner.store.getState();
    if (!canEdit || selection?.kind !== 'control') return false;
    planner.run(removeControl(draft.event, selection.id));
    planner.store.setState({ selection: null });
    return true;
  }, [planner, canEdit]);
}
